import { sizeOf } from "@/lib/contract/size-of";

import { countOf } from "./sizes";

/** The list of filesystems, and creating, renaming and deleting one. */
export const text = {
  title: "Filesystems",
  description: "File trees that your code reads and writes, with webhooks for every change.",
  new: "New filesystem",
  create: "Create filesystem",
  nameHint: "Shown in the console. Your code uses the filesystem's ID.",
  errors: {
    filesystem_limit_reached:
      "Your organisation has reached its filesystem limit. Delete one to make room.",
  },
  none: "No filesystems yet",
  noneHint:
    "A filesystem holds the files of one project or application. Your code reads and writes them, and webhooks report every change.",
  orCommand: "Or create one with the command-line client:",
  searchByName: "Search by name",
  noMatch: (search: string) => `No filesystems match “${search}”`,
  showMore: (shown: number, total: number) => `Show more (${shown} of ${total})`,

  columns: { name: "Name", size: "Size", health: "Webhooks" },
  created: "Created",
  changed: "Changed",
  moreActions: (name: string) => `More actions for ${name}`,
  rename: "Rename",
  renameTitle: (name: string) => `Rename ${name}`,
  delete: "Delete",
  deleteNotAllowed: "Delete (owners and admins only)",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWarning:
    "Everything in it is deleted, also its trash, and its webhooks and mounts end immediately. This can't be undone.",
  losesItems: (count: number, bytes: number) => `${countOf(count, "item")}, ${sizeOf(bytes)}`,
  losesWebhooks: (count: number) => countOf(count, "webhook"),
  losesKeys: (count: number) => `Access of ${countOf(count, "API key")}`,
  losesMounts: (count: number) => countOf(count, "mount"),
  deleteSubmit: "Delete filesystem",
  deleted: (name: string) => `${name} deleted`,
} as const;
