import { sizeOf } from "@/lib/contract/size-of";

import { quotaErrors } from "./quota-errors";
import { countOf, filesAndFolders } from "./sizes";

type Item = { path: string; size: number; entries: number; type: string };

const nameOf = (path: string) => path.replace(/^.*\//, "");
const what = (items: readonly Item[]) =>
  items.length === 1 ? nameOf(items[0]?.path ?? "") : countOf(items.length, "item");

const insideOf = (count: number) =>
  count === 0 ? "empty" : `${count.toLocaleString("en")} inside`;

const OR_REPLACE = {
  file: ", or replace it: the existing file's contents are lost",
  folder: ", or replace the empty folder there",
  nothing: "",
};

/** What was deleted from a filesystem and can be restored. */
export const trashText = {
  title: "Trash",
  description:
    "What you delete in the console or through the API is kept for 30 days, or until a quota is reached. Overwritten contents are not kept.",
  keep: "Keep files deleted through mounts",
  keepHint: "If off, they're deleted permanently right away.",
  list: "Deleted files and folders",
  none: "The trash is empty",
  noneHint: "Files and folders that you delete appear here and can be restored for 30 days.",
  toFiles: "Go to files",
  select: (path: string) => `Select ${path}`,
  selectAll: "Select all",
  search: "Search by path",
  noMatch: (query: string) => `No paths in the trash contain “${query}”`,
  selected: (count: number) => `${countOf(count, "item")} selected`,
  contents: ({ size, entries, type }: Item) =>
    type === "directory" ? `${sizeOf(size)} · ${insideOf(entries - 1)}` : sizeOf(size),
  columns: { name: "Name", from: "From", deleted: "Deleted", size: "Size" },
  actionsOn: (path: string) => `Actions for ${path}`,
  deleted: "Deleted",
  by: (name: string) => `by ${name}`,
  goes: "expires",
  restore: "Restore",
  restorePath: (path: string) => `Restore ${path}`,
  restoring: (done: number, all: number) =>
    `Restoring ${done.toLocaleString("en")} of ${all.toLocaleString("en")}…`,
  undone: (done: number, all: number, kept: number) =>
    done === all
      ? `${countOf(done, "item")} restored`
      : `${done.toLocaleString("en")} of ${countOf(all, "item")} restored${kept === 0 ? "" : `. ${kept.toLocaleString("en")} still in the trash`}`,
  restored: (count: number) => `${countOf(count, "item")} restored`,
  restoredTo: (path: string) => `Restored to ${path}`,
  purge: "Delete permanently",
  purgeTitle: (items: readonly Item[]) => `Delete ${what(items)} permanently?`,
  purged: (count: number) => `${countOf(count, "item")} deleted permanently`,
  final: "This can't be undone.",
  empty: "Empty trash",
  emptyTitle: "Empty the trash?",
  emptyWarning: (count: number, bytes: number) =>
    `This deletes ${filesAndFolders(count)} (${sizeOf(bytes)}) permanently and can't be undone.`,
  emptyUncounted: "Everything in it is deleted permanently. This can't be undone.",
  emptied: "Trash emptied",
  clear: "Clear selection",
  takenTitle: (path: string) => `${nameOf(path)} already exists`,
  taken: (path: string, replaceable: "file" | "folder" | null) =>
    `${path} already exists. Restore to another path${OR_REPLACE[replaceable ?? "nothing"]}.`,
  restoreTo: "Restore to",
  replace: "Replace",
  errors: {
    already_exists: "This path is taken too. Choose another one.",
    not_found: "It was restored or deleted permanently in the meantime.",
    is_directory: "A folder can't be replaced by a file.",
    not_a_directory: "A file is where a folder would have to be. Choose another path.",
    directory_not_empty: "The folder there isn't empty, so it can't be replaced.",
    path_too_long: "A path in it would become too long. Choose a shorter one.",
    ...quotaErrors,
  },
} as const;
