import { countOf } from "./sizes";

const resume = "Resume updates";

/** The delivery log and its filters. `{name}` marks a slot for an element. */
export const text = {
  deliveries: "Deliveries",
  statuses: {
    waiting: "Waiting",
    in_flight: "Sending…",
    delivered: "Delivered",
    dropped: "Dropped",
  },
  /** In the filter, which lists what is retried too. */
  waitingOrRetrying: "Waiting or retrying",
  windows: { "1h": "1 hour", "24h": "24 hours", "7d": "7 days" },
  status: "Status",
  anyStatus: "Any status",
  code: "Code",
  anyCode: "Any code",
  type: "Type",
  anyType: "Any type",
  within: "Time",
  anyTime: "Any time",
  attempted: (times: readonly string[]) => `Attempted ${times.join(" – ")}`,
  clear: "Clear filters",
  last: (window: string) => `Last ${window}`,
  pause: "Pause updates",
  resume,
  paused: (newer: number) =>
    newer === 0
      ? "Updates paused"
      : `Updates paused. ${countOf(newer, "newer message")}; press ${resume} to see them.`,
  noMatches: "No messages match these filters",
  noMessages: "No messages in the last 7 days. Change a file and one is sent within a second.",
  events: (count: number, cursor: string) =>
    count === 0 ? `cursor ${cursor}` : `${countOf(count, "event")}, cursor ${cursor}`,
  retriesIn: "Retries in {countdown}",
  waitsForResume: "Waits until resumed",
  /** Read out before when a delivery was created. */
  created: (status: string) => `${status}, created`,
} as const;
