import { countOf } from "./sizes";

/** Creating a webhook and its first message. `{name}` marks a slot for an element. */
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
    host: "names a public host",
    port: "uses port 443",
    credentials: "has no user name or password",
    length: "is at most 2,048 bytes",
  },
  /** Read out after a rule. */
  kept: ": yes",
  broken: ": no",
  requestsGoTo: "Requests go to {url}",
  prefix: "Path prefix",
  prefixHint: "Only changes at or below this path are sent. / sends everything.",
  directoriesIn: (path: string) => `Directories in ${path}`,
  up: "Up",
  moreDirectories: (count: number) => `And ${count} more. Type the name to find them.`,
  description: "Description",
  descriptionHint: "Optional. Shown in the console only, never sent.",
  ready: "Your webhook is ready",
  readyAbout:
    "Its first message, files.resync, asks your backend to list all files. It's on its way.",
  goToWebhook: "Go to webhook",
  signingSecret: "Signing secret",
  signingSecretAbout:
    "Store it where your backend reads its configuration. You won't be able to see it again.",
  signingSecretGone:
    "We showed it once. If you didn't store it, go to the webhook and rotate its secret.",
  secret: "Secret",
  firstMessage: "First message",
  /** Read out. */
  received: (count: number) => (count === 0 ? "" : countOf(count, "message")),
  verifyIt: "Verify it",
  verifyItAbout: "Set TIDEMARK_WEBHOOK_SECRET to the signing secret.",
} as const;
