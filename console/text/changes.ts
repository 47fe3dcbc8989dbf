/** The feed of changes. */
export const changesText = {
  title: "Changes",
  description:
    "Changes to this filesystem as they happen. Webhooks and the changes API report the same events.",
  clear: "Clear",
  cursor: "Cursor",
  copyCursor: "Copy cursor",
  waiting: "Waiting for changes",
  waitingHint: "Write, move or delete a file here or through the API, and it shows up right away.",
  list: "Changes, newest first",
} as const;
