import type { Settings } from "@/lib/settings";

/** What a person reads when everything runs: the address and the three commands that come next. */
export function describeService(settings: Settings): string {
  const address = settings.appUrl.href.replace(/\/$/, "");
  return `
Tidemark runs at ${address}   (Ctrl-C stops it)

Next, in another terminal:
  npm run -s admin -- create-user --email you@example.com --password 'a long passphrase'
  npm run -s admin -- create-org --name Example --owner you@example.com
  npm run -s admin -- create-api-key --org <the org_… printed> --name backend --permissions filesystems:create

Then go on with "From nothing to a verified message" in README.md.
`;
}
