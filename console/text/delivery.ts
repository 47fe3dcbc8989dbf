import { countOf } from "./sizes";

/** One delivery in full. `{name}` marks a slot for an element. */
export const text = {
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
  view: "Show the body as",
  views: { events: "Events", json: "JSON", raw: "As sent" },
  columns: ["Event", "Path", "Size"],
  searchEvents: "Search by path",
  noEvents: "A resync has no events: it asks the receiver to list all files.",
  previous: "Previous (K)",
  next: "Next (J)",
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
