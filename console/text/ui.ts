export const text = {
  close: "Close",
  dismiss: "Dismiss",
  undo: "Undo",
  copyCode: "Copy code",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Couldn't copy",
  copyValue: (label: string) => `Copy ${label}`,
  notLoaded: "This couldn't be loaded. Check your connection, then try again.",
  notLoadedYet:
    "This part of the page couldn't be loaded. We keep trying; reload the page if it doesn't appear.",
  ascending: "ascending",
  descending: "descending",
  filters: (set: number) => (set === 0 ? "Filters" : `Filters (${set})`),
  unlimited: "unlimited",
  ofLimit: (limit: string) => `of ${limit}`,
} as const;
