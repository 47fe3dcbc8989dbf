import { countOf } from "./sizes";

const resume = "Resume";

/** The delivery log, one delivery in full, and the numbers about them. `{name}` marks a slot for an element. */
export const text = {
  deliveries: "Deliveries",
  statuses: {
    waiting: "Waiting",
    in_flight: "Sending…",
    delivered: "Delivered",
    dropped: "Dropped",
  },
  windows: { "1h": "1 hour", "24h": "24 hours", "7d": "7 days" },

  status: "Status",
  anyStatus: "Any status",
  code: "Code",
  anyCode: "Any code",
  type: "Type",
  anyType: "Any type",
  time: "Time",
  anyTime: "Any time",
  last: (window: string) => `Last ${window}`,
  pause: "Pause",
  resume,
  paused: (newer: number) =>
    newer === 0
      ? "Paused"
      : `Paused. ${countOf(newer, "newer message")}; press ${resume} to see them.`,
  loadMore: "Load more",
  loading: "Loading…",
  noMatches: "No messages match these filters",
  noMessages: "No messages in the last 7 days. Change a file and one is sent within a second.",

  attempts: (count: number) => countOf(count, "attempt"),
  deliveredAfter: (count: number, latency: string) => `${countOf(count, "attempt")}, ${latency}`,
  events: (count: number, cursor: string) =>
    count === 0 ? `cursor ${cursor}` : `${countOf(count, "event")}, cursor ${cursor}`,
  retriesIn: "Retries in {countdown}",
  /** Read out before when a delivery was created. */
  created: (status: string) => `${status}, created`,

  message: "Message",
  messageGone: "This message is no longer available. Deliveries are kept for 7 days.",
  timeline: "Timeline",
  createdResync: "Created: asks the receiver to list all files",
  createdWith: (events: number) => `Created with ${countOf(events, "event")}`,
  sending: "Sending…",
  dropped: "Dropped: replaced by a resync, or the webhook was disabled",
  acknowledged: (attempt: number, latency: string) =>
    `Attempt ${attempt} was acknowledged after ${latency}`,
  failed: (attempt: number, latency: string) => `Attempt ${attempt} failed after ${latency}`,

  whatToDo: "What to do",
  meaning: "What {code} means",
  headers: "Headers",
  headersNote: "Each attempt adds its own webhook-timestamp and webhook-signature.",
  body: "Body as sent",
  bodyNote: (bytes: number, cursor: string) =>
    `${countOf(bytes, "byte")}, cursor ${cursor}. Responses aren't stored.`,
  copy: (part: string) => `Copy: ${part}`,
  bodyGone: "Body no longer available. We keep pending messages and the latest 20.",

  curl: "Resend with cURL",
  curlAbout: "Sends the message again, signed with TIDEMARK_WEBHOOK_SECRET from your shell.",
  curlSigned: "Signed just now. Receivers accept it for 5 minutes.",
  copyCurl: "Copy as cURL",
  signHere: "Or sign it here; the secret stays in this browser",
  secretPlaceholder: "whsec_…",
  secretInvalid: "Enter the whole secret: whsec_ followed by base64.",
  sign: "Sign",
} as const;
