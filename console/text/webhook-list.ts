/** The webhooks of a filesystem. `{name}` marks a slot for an element. */
export const text = {
  listAbout: (used: number | undefined, max: number, canWrite: boolean) => {
    const about = "Send every change in this filesystem to your backend.";
    if (used === undefined) return `${about} Up to ${max} webhooks.`;
    const full = used >= max && canWrite ? " Delete one to create another." : "";
    return `${about} ${used} of ${max} used.${full}`;
  },
  search: "Search by URL, path or description",
  searchAll: "Search by URL, path, description or filesystem",
  searchAllHint: "Search by URL, path…",
  status: "Status",
  all: "All",
  noMatches: "No webhooks match these filters",
  clear: "Clear filters",
  allAbout: "Every webhook of your organisation, updated every few seconds.",
  filesystem: "Filesystem",
  lastDelivery: "Last delivery",
  never: "none yet",
  pendingOldest: ", oldest {time}",
  nextAttempt: "Next attempt in",
  dayCounts: (delivered: number, failed: number) =>
    `${delivered.toLocaleString("en")} delivered, ${failed.toLocaleString("en")} failed in 24 h`,
  noneAnywhere: "A webhook sends the changes in one filesystem to your backend.",
  toFilesystems: "View filesystems",
  chooseFilesystem: "Choose the filesystem whose changes it sends.",
  searchFilesystems: "Search by name",
  noFilesystem: (query: string) => `No filesystem matches “${query}”`,
  moreFilesystems: (shown: number, total: number) =>
    `${shown} of ${total} shown. Search to find the others.`,
  none: "No webhooks yet",
  noneAbout:
    "A webhook sends your backend one signed HTTPS request per batch of changes, in order, and retries until your backend responds with 2xx.",
  createFirst: "Create your first webhook",
  fromShell: "Or use the API, with a key that can write to this filesystem:",
  copyCommand: "Copy command",
} as const;
