import { countOf } from "./sizes";

/** The feed of changes. */
export const changesText = {
  title: "Changes",
  description:
    "The changes of the last hour, live. Webhooks and the changes API report the same events.",
  cursor: "Cursor",
  atCursor: (cursor: string) => `cursor ${cursor}`,
  copyCursor: "Copy cursor",
  filter: "Search by path",
  type: "Type of change",
  anyType: "All types",
  /** The badge and the explanation of an operation too large to be listed. */
  many: "many",
  barrier: "more than 100,000 changes at once, which webhooks learn of by files.resync",
  types: { created: "Created", updated: "Updated", deleted: "Deleted" },
  searching: "Searching…",
  noMatch: (hasMore: boolean) =>
    hasMore ? "No match yet among the newest changes." : "No change of the last hour matches.",
  matches: (found: number, hasMore: boolean) =>
    `${hasMore ? "The newest " : ""}${found.toLocaleString("en")} ${found === 1 ? "match" : "matches"} in the last hour`,
  loadOlder: "Load older changes",
  /** Below the last one. */
  isAll: "Changes are kept for an hour. These are all of them.",
  isMost: (shown: number) => `These are the newest ${countOf(shown, "change")}.`,
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
