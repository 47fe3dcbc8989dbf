import { countOf } from "./sizes";

/** The test inbox. `{name}` marks a slot for an element. */
export const text = {
  use: "Use the test inbox",
  open: "Open the test inbox",
  offer: "No endpoint yet?",
  offerAbout:
    "The test inbox is a webhook that we receive for you. You see each message as your backend would, with its signature verified.",
  messages: "Received messages",
  messagesAbout:
    "Sent over HTTPS and verified the way your endpoint would. We keep the last 100 messages for 24 hours.",
  list: "Messages, newest first",
  /** Read out when a message arrives. */
  received: (count: number) => countOf(count, "message"),
  waiting: "Waiting for the first message. It arrives within seconds.",
  none: "No messages in the last 24 hours. Add a test file to get one.",
  addFile: "Add a test file",
  addedFile: (path: string) => `Added ${path}`,
  fileName: "tidemark-test.txt",
  fileContent: (at: string) => `Written by the test inbox at ${at}.\n`,
  worked: "Your first verified message",
  workedAbout: "Every further change in this filesystem is sent the same way.",
  connect: "Connect your endpoint",
  createKey: "Create an API key",
  readGuide: "Read how to write a receiver",
  remove: "Remove test inbox",
  verified: "Verified",
  events: (count: number) => (count === 0 ? "full resync" : countOf(count, "event")),
  times: (count: number) => `received ${count} times`,
  checked: (signedAt: string, receivedAt: string) => {
    const ms = Math.max(0, Date.parse(receivedAt) - Date.parse(signedAt));
    return `Signature: HMAC-SHA256 with this webhook's secret. Received ${(ms / 1_000).toFixed(1)} s after signing (limit 300 s).`;
  },
  note: (id: string, cursor: string) => `${id}, cursor ${cursor}`,
  bodyGone: "Body no longer available. We keep the newest 1 MiB of bodies.",
} as const;
