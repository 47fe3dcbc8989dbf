const rawBytes = "Verify the raw bytes, before anything parses or reformats them.";
const passOn = "Pass the header on unchanged.";

/** How to verify a message, and why one doesn't verify. */
export const text = {
  title: "Verify every message",
  about: "Without verification, anyone who learns the URL can send you fake changes.",
  language: "Language",
  copyCode: "Copy code",

  debug: "Debug a signature",
  debugAbout:
    "Paste a request as you received it. It's checked in your browser and never leaves it.",
  request: "Request",
  requestHint: "Headers, an empty line, then the body.",
  requestPlaceholder: `webhook-id: msg_…
webhook-timestamp: 1700000000
webhook-signature: v1,…

{"type":"files.changed",…}`,
  secret: "Secret",
  secretPlaceholder: "whsec_…",
  check: "Check",

  insecure: "Your browser can't check signatures on a page that came over plain http.",
  insecureRemedy: "Open the console over https, or at localhost.",
  valid: "The signature is valid and the message is recent.",
  missing: (headers: readonly string[]) =>
    headers.length === 1
      ? `The header ${headers[0]} is missing.`
      : `The headers ${new Intl.ListFormat("en").format(headers)} are missing.`,
  missingRemedy:
    "Paste the headers, an empty line, then the body. If your server never gets them, a proxy may be stripping them.",
  secretIncomplete: "The secret is incomplete.",
  secretIncompleteRemedy: "Copy all of it, without quotes: whsec_ followed by base64.",
  badTimestamp: "webhook-timestamp isn't a number of seconds.",
  noSignature: "webhook-signature has no v1 signature.",
  passOn,
  mismatch: "The signature doesn't match this body and secret.",
  wrongSecret:
    "Most likely the secret belongs to another webhook, or was rotated more than 24 hours ago.",
  changedBody: "The body isn't what we sent. Verify the raw bytes, before anything parses them.",
  tooOld: (seconds: number) =>
    `The signature is valid, but the message was signed ${seconds} seconds ago.`,
  tooOldRemedy:
    "That's fine for an old message. If it has just arrived, your clock is ahead: receivers reject messages older than 300 seconds.",
  tooNew: (seconds: number) =>
    `The signature is valid, but the message was signed ${seconds} seconds in the future.`,
  tooNewRemedy:
    "Your clock is behind. Synchronise it with NTP: receivers reject more than 300 seconds of difference.",
  whitespace: "White space was added around the body.",
  reserialised: "The body was parsed and re-serialised.",
  rawBytes,
} as const;
