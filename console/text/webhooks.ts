import { countOf } from "./sizes";

// The service stops counting pending changes at this many.
const MAX_COUNTED = 1_000;

const url = "URL";
const newWebhook = "New webhook";
const cancel = "Cancel";
const storeNow = "Copy it now. You won't be able to see it again.";

/** The webhooks of a filesystem: list, creation, one webhook, its charts and dialogs. `{name}` marks a slot. */
export const text = {
  webhooks: "Webhooks",
  webhook: "Webhook",
  newWebhook,
  url,
  cancel,

  statuses: {
    healthy: "Healthy",
    retrying: "Retrying",
    failing: "Failing",
    disabled: "Disabled",
  },
  retryingSince: (time: string) => `Retrying since ${time}`,
  failing: (left: string) => `Failing: disabled in ${left}`,
  disabledFailing: "Disabled after failing for 24 h",
  disabledRevoked: "Disabled: creator lost access",

  listAbout: (used: number | undefined, max: number) =>
    `Send every change in this filesystem to your backend. ${used === undefined ? `Up to ${max} webhooks.` : `${used} of ${max} used.`}`,
  search: "Search by URL or path",
  searchPlaceholder: "URL or path",
  status: "Status",
  all: "All",
  noMatches: "No webhooks match these filters",
  path: "Path",
  allFiles: "all files",
  lastDelivery: "Last delivery",
  never: "none yet",
  backlog: "Pending",
  pending: (changes: number) =>
    changes === 0
      ? "up to date"
      : changes >= MAX_COUNTED
        ? "1,000 or more changes"
        : countOf(changes, "change"),
  pendingOldest: ", oldest {time}",
  nextAttempt: "Next attempt in",
  dayCounts: (delivered: number, failed: number) =>
    `${delivered.toLocaleString("en")} delivered, ${failed.toLocaleString("en")} failed in 24 h`,

  none: "No webhooks yet",
  noneAbout:
    "A webhook sends your backend one signed HTTPS request per batch of changes, in order, and retries until your backend responds with 2xx.",
  createFirst: "Create your first webhook",
  fromShell: "Or use the API, with a key that can write to this filesystem:",
  copyCommand: "Copy command",

  newAbout: "Your backend gets one signed request per batch of changes, in order.",
  create: "Create webhook",
  limitReached: "This filesystem already has 5 webhooks. Delete one to create another.",
  lookupFailed: "We couldn't look up the host right now. Try again in a moment.",
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

  ready: "Your webhook is ready",
  readyAbout:
    "Its first message, files.resync, asks your backend to list all files. It's on its way.",
  goToWebhook: "Go to webhook",
  signingSecret: "Signing secret",
  signingSecretAbout: `Store it where your backend reads its configuration. ${storeNow}`,
  secret: "Secret",
  firstMessage: "First message",
  verifyIt: "Verify it",
  verifyItAbout: "Set TIDEMARK_WEBHOOK_SECRET to the secret above.",

  gone: "This webhook doesn't exist or has been deleted.",
  copyUrl: "Copy URL",
  onPath: "Path: {path}",
  deliveries: "Deliveries",
  verify: "Verify",
  retryNow: "Retry now",
  enable: "Enable",
  rotate: "Rotate secret",
  delete: "Delete",
  recoveryErrors: {
    webhook_not_retrying: "Nothing is waiting to be retried.",
    webhook_not_disabled: "This webhook is already enabled.",
    webhook_access_revoked:
      "The creator of this webhook lost access to the filesystem. Create a new webhook instead.",
  },

  problem: "Problem",
  bannerRevoked: "Disabled: the creator of this webhook can no longer read the filesystem.",
  bannerRevokedAbout: "It can't be re-enabled. Create a new webhook to continue.",
  bannerDisabled: "Disabled: it failed for 24 hours.",
  bannerDisabledAbout:
    "Fix your endpoint, then press Enable. The next message asks it to list all files.",
  lastAttemptFailed: "The last attempt failed.",
  failingFor: (span: string, attempts: number) =>
    attempts === 0
      ? `Failing for ${span}.`
      : `Failing for ${span}, ${countOf(attempts, "attempt")} so far.`,
  sendingNow: "An attempt is in progress.",
  weRetry: "We retry in {countdown}.",
  fixBefore: (deadline: string) => `Fix it before ${deadline} or the webhook is disabled.`,

  rotateTitle: "Rotate the signing secret?",
  rotateAbout:
    "You get a new secret. For 24 hours we sign with both, so no message is lost while you update your backend.",
  rotateConfirm: "Rotate",
  rotateLimited: "You can rotate a secret four times in 24 hours. Try again later.",
  newSecret: "New signing secret",
  newSecretAbout: storeNow,
  activeSecrets: "Active secrets",
  newest: "New",
  newestAbout: "signs from now on",
  previous: "Old",
  older: "Older",
  previousAbout: "also signs for another {countdown}",
  stored: "I've stored it",

  deleteTitle: "Delete this webhook?",
  deleteAbout: "Deliveries stop and its log is deleted. This can't be undone.",
  typeToConfirm: (host: string) => `Type ${host} to confirm`,
  deleteConfirm: "Delete webhook",

  stats: "Attempts over time",
  statsWindow: "Time range",
  delivered: "Delivered",
  failedAttempts: "Failed attempts",
  latency: "Latency p50 / p95",
  noLatency: "–",
  pendingChanges: "Pending changes",
  pendingCount: (changes: number) => (changes >= MAX_COUNTED ? "1,000+" : String(changes)),
  oldest: "oldest {time}",
  attempts: "Attempts",
  counts: (delivered: number, failed: number) => `${delivered} delivered, ${failed} failed`,
  peak: (most: number) => `peak ${most.toLocaleString("en")}`,
  latencyChart: "Latency, p50 to p95",
  upTo: (latency: string) => `up to ${latency}`,
  nothingDelivered: "nothing delivered",
  percentiles: (p50: string, p95: string) => `50% within ${p50}, 95% within ${p95}`,
  now: "now",
  byCode: "Failures by code",
} as const;
