import type { Settings } from "@/lib/settings";

/**
 * The message after a successful start: the address and the next steps.
 * @param setupLink creates the first user; null once there is one
 * @param admin how to run the operator's commands
 */
export function describeService(
  { appUrl, sftp }: Settings,
  setupLink: string | null,
  admin: string,
): string {
  const address = appUrl.href.replace(/\/$/, "");
  const files = sftp.port === 0 ? "" : `\nSFTP for mounts at ${appUrl.hostname}:${sftp.port}`;
  return `
Tidemark runs at ${address}   (Ctrl-C to stop)${files}

${setupLink === null ? SIGN_IN(address) : SET_UP(setupLink, admin)}
  ${admin} create-api-key --org <org_…> --name backend --permissions filesystems:create

Then continue with "Quickstart" in README.md.
`;
}

const SIGN_IN = (address: string) =>
  `Sign in at ${address}/sign-in, or create an API key in another terminal:`;

const SET_UP = (
  link: string,
  admin: string,
) => `Create your account and organisation here; the link works once:
  ${link}

Or in another terminal:
  ${admin} create-user --email you@example.com
  ${admin} create-org --name Example --owner you@example.com

Then create an API key:`;
