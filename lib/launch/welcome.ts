import type { Settings } from "@/lib/settings";

/** What a person reads when everything runs: the address and the three commands that come next. */
export function describeService(settings: Settings): string {
  const address = settings.appUrl.href.replace(/\/$/, "");
  return `
Tidemark runs at ${address}   (Ctrl-C stops it)

Next, in another terminal:
  npm run admin -- create-user --email you@example.com --name "You"
  npm run admin -- create-org --name "Example" --owner you@example.com
  npm run admin -- create-api-key --org <the org_… printed> --name first --permission filesystems:create

Then sign in at ${address}/sign-in, or go on with "Your first webhook" in README.md.
`;
}
