import { loginWith } from "@/lib/contract/scopes";

import { cliCommand } from "./cli-command";

/** Creating a webhook. `{name}` marks a slot for an element. */
export const text = {
  newAbout: "Your backend gets one signed request per batch of changes, in order.",
  notForViewers: "Viewers can't create webhooks. Ask an owner or admin to change your role.",
  create: "Create webhook",
  limitReached: "This filesystem already has 5 webhooks. Delete one to create another.",
  lookupFailed: "We couldn't look up the host right now. Try again in a moment.",
  url: "URL",
  urlPlaceholder: "https://hooks.example.com/files",
  urlRules: "URL requirements",
  rules: {
    scheme: "starts with https://",
    host: "has a public host",
    port: "uses port 443",
    credentials: "has no user name or password",
    length: "has at most 2,048 bytes",
  },
  /** Read out after a rule. */
  kept: ": yes",
  broken: ": no",
  requestsGoTo: "Requests go to {url}",
  local:
    "We can't reach a private address. Run this where your program runs, to log in and receive its messages there, or use the test inbox above.",
  listen: (origin: string, fsId: string, url: string) =>
    [loginWith("webhooks"), `listen ${fsId} --forward ${url}`]
      .map((args) => cliCommand(origin, args))
      .join(" &&\n  "),
  prefix: "Path prefix",
  prefixHint: "Only changes at or below this path are sent. / sends everything.",
  directoriesIn: (path: string) => `Folders in ${path}`,
  up: "Up",
  moreDirectories: (count: number) => `And ${count} more. Type the name to find them.`,
  description: "Description",
  descriptionHint: "Optional. Shown in the console only, never sent.",
} as const;
