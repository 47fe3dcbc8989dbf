import { countOf, sizeOf } from "./sizes";

/** The list of filesystems, and creating, renaming and deleting one. */
export const text = {
  title: "Filesystems",
  description: "File trees that your code reads and writes, with webhooks for every change.",
  new: "New filesystem",
  create: "Create filesystem",
  nameHint: "Shown in the console. Your code uses the ID.",
  errors: {
    filesystem_limit_reached:
      "Your organisation has reached its filesystem limit. Delete one to make room.",
  },
  none: "No filesystems yet",
  noneHint: "Create one here, or with the command-line client:",
  searchByName: "Search by name",
  noMatch: (search: string) => `No filesystems match “${search}”`,
  showMore: (shown: number, total: number) => `Show more (${shown} of ${total})`,

  columns: { name: "Name", size: "Size", health: "Webhooks" },
  created: "Created",
  changed: "Changed",
  contents: (bytes: number, entries: number) => `${sizeOf(bytes)} · ${countOf(entries, "item")}`,
  moreActions: (name: string) => `More actions for ${name}`,
  rename: "Rename",
  renameTitle: (name: string) => `Rename ${name}`,
  delete: "Delete",
  deleteNotAllowed: "Delete (owners and admins only)",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWarning:
    "All files in it are deleted, and its webhooks and mounts end immediately. This can't be undone.",
  deleteSubmit: "Delete filesystem",
  deleted: (name: string) => `${name} deleted`,
} as const;
