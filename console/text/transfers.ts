import { quotaErrors } from "./quota-errors";
import { countOf } from "./sizes";

const things = (count: number) => countOf(count, "item");
const what = (paths: readonly string[]) =>
  paths.length === 1 ? (paths[0] ?? "").replace(/^.*\//, "") : things(paths.length);

/** Moving and copying entries. */
export const transferText = {
  move: {
    title: (paths: readonly string[]) => `Move ${what(paths)}`,
    submit: (folder: string) => (folder === "/" ? "Move to root" : `Move to ${folder}`),
    done: (count: number, directory: string) => `${things(count)} moved to ${directory}`,
  },
  copy: {
    title: (paths: readonly string[]) => `Copy ${what(paths)}`,
    submit: (folder: string) => (folder === "/" ? "Copy to root" : `Copy to ${folder}`),
    done: (count: number, directory: string) => `${things(count)} copied to ${directory}`,
  },
  folders: "Folders",
  itself: "A folder can't go into itself",
  isHere: (count: number) =>
    `${count === 1 ? "It's" : "They're"} in this folder already. Choose another one.`,
  noFolders: "No folders in here",
  up: "Parent folder",
  pending: "One moment…",
  taken: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} already exists there.`
      : `${things(names.length)} already exist there: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : ""}`,
  replaceLoses: (count: number) =>
    count === 1
      ? "If you replace it, the existing file's contents are lost."
      : "If you replace them, the existing files' contents are lost.",
  skip: "Skip",
  replace: "Replace",
  keepBoth: "Keep both",
  failed: (name: string, count: number, reason: string) =>
    `${name}${count > 1 ? ` and ${count - 1} more` : ""} not moved. ${reason}`,
  nameTaken: "This name is already taken.",
  renamed: (name: string) => `Renamed to ${name}`,
  movedBack: (count: number) => `${things(count)} moved back`,
  notMovedBack: (name: string, count: number, reason: string) =>
    `${name}${count > 1 ? ` and ${count - 1} more` : ""} not moved back. ${reason}`,
  undoErrors: {
    already_exists: "Something else has its old name now.",
    parent_not_found: "The folder it was in no longer exists.",
    path_not_found: "It was moved, renamed or deleted in the meantime.",
    not_a_directory: "The folder it was in no longer exists.",
    ...quotaErrors,
  },
  errors: {
    already_exists: "This name is already taken there.",
    parent_not_found: "The destination folder doesn't exist. Create it first.",
    directory_not_empty: "A folder of this name isn't empty, so it can't be replaced.",
    is_directory: "A folder can't be replaced by a file.",
    invalid_move: "You can't move a folder into itself.",
    too_many_entries: "This folder is too large for a single copy. Copy it in parts.",
    ...quotaErrors,
    path_not_found: "It was moved or deleted in the meantime. Reload the folder.",
    not_a_directory: "The destination is inside a file. Choose a folder.",
  },
} as const;
