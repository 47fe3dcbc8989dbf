import type { Settings } from "@/lib/settings";

/**
 * What a person reads when everything runs: the address and what comes next.
 * @param setupLink where the first person is made, as long as there is none
 */
export function describeService({ appUrl }: Settings, setupLink: string | null): string {
  const address = appUrl.href.replace(/\/$/, "");
  return `
Tidemark runs at ${address}   (Ctrl-C stops it)

${setupLink === null ? SIGN_IN(address) : SET_UP(setupLink)}
  npm run -s admin -- create-api-key --org <the org_… of it> --name backend --permissions filesystems:create

Then go on with "From nothing to a verified message" in README.md.
`;
}

const SIGN_IN = (address: string) =>
  `Sign in at ${address}/sign-in, or make a key in another terminal:`;

const SET_UP = (link: string) => `Make your account and your organisation here; the link works once:
  ${link}

Or do the same in another terminal:
  npm run -s admin -- create-user --email you@example.com --password 'a long passphrase'
  npm run -s admin -- create-org --name Example --owner you@example.com

Then make a key:`;
