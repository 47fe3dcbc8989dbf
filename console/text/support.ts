import { countOf } from "./sizes";

const staffOnly = "These pages are for support staff. Your account doesn't have access.";

/** The pages for support staff. `{name}` marks a slot for an element. */
export const text = {
  failures: "Failures",
  engine: "Engine",
  navigation: "Support",
  title: "Unhealthy webhooks",
  about: "Across all organisations. Every view is recorded in the organisation's audit log.",
  errors: { forbidden: staffOnly, api_key_forbidden: staffOnly },

  clusters: "Grouped failures",
  group: "Group by",
  groups: { host: "By host", code: "By code" },
  noClusters: "No failures",
  allClusters: (total: number) => `Show all ${total} groups`,
  cluster: (webhooks: number, organisations: number, most: number) =>
    `${countOf(webhooks, "webhook")} in ${countOf(organisations, "organisation")}, ${
      most === webhooks ? "all {most}" : `most often {most} (${most})`
    }`,
  firstFailure: "First failure: {time}",
  disabled: (count: number) => `${count} disabled`,

  webhooks: "Webhooks",
  webhook: "Webhook",
  count: (count: number) => countOf(count, "webhook"),
  allHealthy: "All webhooks are healthy.",
  showMore: (shown: number, total: number) => `Show more (${shown} of ${total})`,
  noMatches: "No webhooks match these filters",
  host: "Host",
  code: "Code",
  organisation: "Organisation",
  organisationExample: "Name or ID",
  state: "State",
  anyState: "Any",
  age: "Unhealthy for",
  anyAge: "Any time",
  ages: { new: "Less than an hour", hour: "An hour or longer", day: "A day or longer" },
  apply: "Apply",
  clear: "Clear",
  failedAndRetries: "First failure: {time}, retries in {countdown}",

  webhookGone: "This webhook doesn't exist or has been deleted.",
  openById: "Open a webhook, message or organisation by its ID",
  idPlaceholder: "Open by ID: wh_, msg_ or org_",
  noId: "An ID is wh_, msg_ or org_ and 26 letters and digits. Request IDs (req_) are found in the log of the service.",
  noneWithId: "No message has this ID. Messages are kept for 7 days.",
  message: "Message",
  messageId: "Message ID",
  messageGone: "This message doesn't exist or is older than 7 days.",
  closeMessage: "Close",
  created: "Created",
  lastSuccess: "Last success",
  lastFailure: "Last failure",
  never: "Never",
  copy: (name: string) => `Copy: ${name}`,
  paused: "Paused by the customer: nothing is sent.",
  pausedAbout:
    "A member of the organisation has to resume it. It then continues where it left off.",
  deliveriesAbout: "Newest messages first, without paths and bodies.",
  noMessages: "No messages in the last 7 days",
  size: (bytes: number) => countOf(bytes, "byte"),

  engineAbout: "Delivery health and backlog. Refreshes every 15 seconds.",
  deliveries: "Deliveries",
  flows: "Deliveries operational",
  problems: {
    late: {
      what: "Deliveries are late",
      remedy:
        "A webhook has been due for more than a minute. Check that the workers run and reach the database. Due:",
    },
    unchecked: {
      what: "The reconciler isn't running",
      remedy: "The reconciler should run every few seconds. Check that a worker runs. Last run:",
    },
    queue: {
      what: "The embedded engine is behind",
      remedy: "A run has been due for more than a minute. Check the load of the workers. Due:",
    },
    failed: {
      what: "Runs have failed",
      remedy: "Deliveries continue without them. Their errors are in the log of the workers.",
    },
  },
  webhooksDue: "Webhooks due for delivery",
  oldestDue: "Oldest delivery due",
  dueLimit: "Late after 1 minute",
  inFlight: "Requests in progress",
  undelivered: "Filesystems with undispatched changes",
  lastReconciler: "Last reconciler run",
  runLimit: "Every few seconds, late after 1 minute",
  embedded: "Embedded engine",
  external: "An external engine runs the functions. Check its own dashboard.",
  runs: "Queued runs",
  oldestRun: "Oldest run due",
  failedRuns: "Failed runs",
  noneExpected: "None expected",
  none: "None",
  within: "Within its limit",
  beyond: "Beyond its limit",
  trends: "For history and alerts, use the metrics: {docs}",
  operate: "Operate",
} as const;
