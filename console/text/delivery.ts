import { countOf } from "./sizes";

/** One delivery in full. `{name}` marks a slot for an element. */
export const text = {
  message: "Message",
  messageGone:
    "This message is no longer available. Deliveries are kept for 7 days, and deleted with their webhook.",
  toWebhook: "To {webhook}",
  timeline: "Timeline",
  createdResync: "Created: asks the receiver to list all files",
  createdWith: (events: number) => `Created with ${countOf(events, "event")}`,
  sending: "Sending…",
  waitsForResume: "Waits: the webhook is paused. Resume it, and this message is sent next.",
  dropped: "Dropped: replaced by a resync, or the webhook was disabled",
  succeeded: (attempt: string, latency: string) => `${attempt} succeeded in ${latency}`,
  failed: (attempt: string, latency: string) => `${attempt} failed after ${latency}`,
  attempt: (number: number, isResend: boolean) => (isResend ? "Resend" : `Attempt ${number}`),
  recover: "Retry",
  recoverAbout: "We retry until it's delivered or the webhook is disabled.",
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
  bodyGone:
    "Body no longer available. We keep up to 16 MiB of bodies per webhook, the newest ones.",
  resend: "Resend",
  resendAbout:
    "Sends this message once, without retries. A receiver that tracks cursors ignores it.",
  resendDone: "Requested. The outcome appears here.",
  resendErrors: {
    webhook_not_active: "This webhook is paused or disabled. Resume or enable it first.",
    webhook_retrying: "A message is being retried. Resend this one after that one is delivered.",
    webhook_resending: "Another resend is in progress. Try again in a moment.",
    message_not_kept: "The body of this message is no longer available.",
  },
  curl: "Resend with cURL",
  curlAbout: "Sends the message again, signed with TIDEMARK_WEBHOOK_SECRET from your shell.",
  curlSigned: "Signed just now. Receivers accept it for 5 minutes.",
  copyCurl: "Copy as cURL",
  signHere: "Or sign it here; the secret stays in this browser",
  secretPlaceholder: "whsec_…",
  insecure:
    "Your browser can't sign on a page that came over plain http. Open the console over https, or at localhost.",
  secretInvalid: "Enter the whole secret: whsec_ followed by base64.",
  sign: "Sign",
} as const;
