/** The feed of changes. */
export const changesText = {
  title: "Changes",
  description:
    "The newest changes to this filesystem, live. Webhooks and the changes API report the same events.",
  cursor: "Cursor",
  atCursor: (cursor: string) => `cursor ${cursor}`,
  copyCursor: "Copy cursor",
  filter: "Search by path",
  type: "Type of change",
  anyType: "All types",
  types: { created: "Created", updated: "Updated", deleted: "Deleted" },
  noMatch: "None of the newest 200 changes matches",
  waiting: "Waiting for changes",
  waitingHint: "Write, move or delete a file here or through the API, and it shows up right away.",
  list: "Changes, newest first",
  by: (author: string) => `by ${author}`,
  unknownAuthor: "unknown",
  aMount: "a mount",
  mountOf: (creator: string, machine: string | null) =>
    machine === null ? `${creator} (mount)` : `${creator} (mount on ${machine})`,
  aKey: "an API key",
  formerMember: "a former member",
} as const;
