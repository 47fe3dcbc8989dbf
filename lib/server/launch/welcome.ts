import type { Settings } from "@/lib/settings";

type Admin = { command: string; variables: readonly string[] };

// They decide which database the operator's commands use, and where the links lead that these print.
const OF_COMMANDS = ["TIDEMARK_DATA_DIR", "DATABASE_URL", "DATABASE_ADMIN_URL", "APP_URL", "PORT"];

/**
 * How the operator's commands are run beside a service that was started with `env`. Another terminal lacks what is in
 * no file; a copy that only runs is called in the environment of its service.
 */
export function adminOf(mode: string, env: NodeJS.ProcessEnv): Admin {
  if (mode === "built") return { command: "node .next/programs/admin.mjs", variables: [] };
  const variables = OF_COMMANDS.filter((name) => (env[name] ?? "") !== "");
  return { command: "npm run -s admin --", variables };
}

const list = new Intl.ListFormat("en-GB");

const elsewhere = ({ variables }: Admin) =>
  `in another terminal${variables.length === 0 ? "" : ` with the same ${list.format(variables)}`}`;

/**
 * The message after a successful start: the address and the next steps.
 * @param setupLink creates the first user; null once there is one
 * @param admin how to run the operator's commands, and the variables that these need as the service had them
 */
export function describeService(
  { appUrl, sftp }: Settings,
  setupLink: string | null,
  admin: Admin,
): string {
  const address = appUrl.href.replace(/\/$/, "");
  const files = sftp.port === 0 ? "" : `\nSFTP for mounts at ${appUrl.hostname}:${sftp.port}`;
  return `
Tidemark runs at ${address}   (Ctrl-C to stop)${files}

${setupLink === null ? SIGN_IN(address, admin) : SET_UP(setupLink, admin)}
  ${admin.command} create-api-key --org <org_…> --name backend --permissions filesystems:create

Then continue with "Quickstart" in README.md.
`;
}

const SIGN_IN = (address: string, admin: Admin) =>
  `Sign in at ${address}/sign-in, or create an API key ${elsewhere(admin)}:`;

const SET_UP = (
  link: string,
  admin: Admin,
) => `Create your account and organisation here; the link works once:
  ${link}

Or ${elsewhere(admin)}:
  ${admin.command} create-user --email you@example.com
  ${admin.command} create-org --name Example --owner you@example.com

Then create an API key:`;
