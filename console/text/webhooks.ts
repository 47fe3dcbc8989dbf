import { countOf } from "./sizes";

// The service stops counting pending changes at this many.
const MAX_COUNTED = 1_000;

/** What several pages about webhooks share. */
export const text = {
  webhooks: "Webhooks",
  webhook: "Webhook",
  newWebhook: "New webhook",
  deliveries: "Deliveries",
  statuses: {
    healthy: "Healthy",
    retrying: "Retrying",
    failing: "Failing",
    disabled: "Disabled",
    paused: "Paused",
    unhealthy: "Need attention",
  },
  path: "Path",
  allFiles: "all files",
  backlog: "Pending",
  /** What a webhook has yet to deliver: changes, or a message about what is no change, such as a resync. */
  pending: (changes: number, isWaiting: boolean) =>
    changes === 0
      ? isWaiting
        ? "1 message"
        : "up to date"
      : changes >= MAX_COUNTED
        ? "1,000 or more changes"
        : countOf(changes, "change"),
} as const;
