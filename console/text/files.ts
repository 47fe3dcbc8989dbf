import { countOf, sizeOf } from "./sizes";

const entries = (count: number) => countOf(count, "entry", "entries");
type Entries = readonly { path: string; type: string }[];

/** Entries by their kinds, as in "2 folders and 3 files"; one by its name. */
function kindsOf(all: Entries): string {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first.path.replace(/^.*\//, "");
  const folders = all.filter(({ type }) => type === "directory").length;
  const counts = [
    ...(folders > 0 ? [countOf(folders, "folder")] : []),
    ...(all.length > folders ? [countOf(all.length - folders, "file")] : []),
  ];
  return counts.join(" and ");
}

/** What a full filesystem, organisation or disk means for whatever adds files or folders. */
const quotaErrors = {
  byte_quota_exceeded: "This filesystem has reached its storage quota. Delete files to make room.",
  entry_quota_exceeded:
    "This filesystem has reached its entry quota. Delete files or folders to make room.",
  organisation_byte_quota_exceeded:
    "Your organisation has reached its storage quota. Delete files in any of its filesystems to make room.",
  organisation_entry_quota_exceeded:
    "Your organisation has reached its entry quota. Delete files or folders in any of its filesystems to make room.",
};

/** The files of a filesystem and what can be done with them. */
export const text = {
  title: "Files",
  newFolder: "New folder",
  upload: "Upload",
  uploadFolder: "Upload folder",
  filesToUpload: "Files to upload",
  folderToUpload: "Folder to upload",
  folder: "Folder",
  path: "Path",
  root: "root",
  entries: "Files and folders",
  empty: "This folder is empty. Drop files here or click Upload.",
  noMatch: (part: string) => `No names contain “${part}”.`,
  total: (count: number) => entries(count),
  loaded: (count: number) => `${entries(count)} loaded`,
  unsorted: (most: number) =>
    `sorted by name only, because there are more than ${most.toLocaleString("en")}`,
  found: (count: number, isMore: boolean) => `${entries(count)} found${isMore ? " so far" : ""}`,
  searching: "Searching…",
  filter: "Filter by name",
  filterPlaceholder: "Filter by name ( / )",
  scope: "Where to look",
  thisFolder: "This folder",
  below: "Including subfolders",
  inFolder: (folder: string) => `in ${folder}`,
  columns: { name: "Name", size: "Size", modified: "Modified" },
  ascending: "ascending",
  descending: "descending",
  openErrors: {
    path_not_found: "This folder no longer exists. Go back to its parent folder.",
    not_a_directory: "This path is a file, not a folder.",
  },
  kinds: { file: "File", directory: "Folder", symlink: "Symbolic link", special: "Special file" },

  selectAll: "Select all",
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${entries(count)} selected`,
  deleteSelected: "Delete",
  clearSelection: "Clear selection",

  moreActions: (name: string) => `More actions for ${name}`,
  preview: "Preview",
  download: "Download",
  downloadZip: "Download as zip",
  tooManyToDownload: "Select at most 100 to download",
  showInFolder: "Show in folder",
  rename: "Rename",
  newName: (name: string) => `New name of ${name}`,
  move: "Move",
  moveTo: "Move to…",
  copy: "Copy",
  copyTo: "Copy to…",
  details: "Details",
  delete: "Delete",
  deleteFolder: "Delete folder and contents",
  deleting: (all: Entries) => `Deleting ${kindsOf(all)}…`,
  deleted: (all: Entries) => `${kindsOf(all)} deleted`,
  undo: "Undo",
} as const;

export const newFolderText = {
  title: "New folder",
  name: "Name",
  submit: "Create folder",
  errors: {
    already_exists: "This name is already taken in this folder. Choose another one.",
    ...quotaErrors,
  },
} as const;

const things = (count: number) => countOf(count, "item");
const what = (paths: readonly string[]) =>
  paths.length === 1 ? (paths[0] ?? "").replace(/^.*\//, "") : things(paths.length);

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
  noFolders: "No folders in here",
  up: "Parent folder",
  pending: "One moment…",
  taken: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} already exists there.`
      : `${things(names.length)} already exist there: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : ""}`,
  skip: "Skip",
  replace: "Replace",
  keepBoth: "Keep both",
  failed: (name: string, count: number, reason: string) =>
    `${name}${count > 1 ? ` and ${count - 1} more` : ""} not moved. ${reason}`,
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

export const deleteText = {
  title: (all: Entries) => `Delete ${kindsOf(all)}?`,
  counting: "Counting contents…",
  uncounted: "Everything in folders is deleted, too.",
  contents: ({ count, isMore }: { count: number; isMore: boolean }) =>
    count === 0
      ? "Nothing is in it."
      : `${isMore ? "More than " : ""}${things(count)} in it will be deleted, too.`,
} as const;

export const uploadText = {
  title: "Uploads",
  all: "All uploads",
  list: "List of uploads",
  progress: (done: number, count: number, sent: number, total: number) =>
    `Uploading ${Math.min(done + 1, count)} of ${count} · ${sizeOf(sent)} of ${sizeOf(total)}`,
  attention: "Some uploads need your attention",
  more: (count: number) => `${count.toLocaleString("en")} more`,
  uploading: (name: string) => `Uploading ${name}`,
  exists: "File already exists",
  replace: "Replace",
  replaceAll: (count: number) => `Replace all ${count}`,
  keepBoth: "Keep both",
  keepAll: "Keep both of each",
  skip: "Skip",
  skipAll: "Skip all",
  retry: "Retry",
  retryAll: (count: number) => `Retry all ${count}`,
  cancel: "Cancel",
  cancelAll: "Cancel all",
  dismiss: "Dismiss",
  actionOn: (action: string, name: string) => `${action} ${name}`,
  unreadable: "Some of what you dropped can't be read on this computer. Nothing was uploaded.",
  done: (count: number) => `${countOf(count, "file")} uploaded`,
  errors: {
    is_directory: "A folder with this name already exists. Rename the file and upload it again.",
    ...quotaErrors,
    file_too_large: "This file is larger than the service accepts.",
    parent_not_found: "This folder no longer exists. Upload to another one.",
    storage_full: "The server's disk is full. Ask your operator to add space.",
    too_many_open: "Too many uploads at once. Wait for some to finish, then try again.",
  },
} as const;

export const detailsText = {
  path: "Path",
  copyPath: "Copy path",
  type: "Type",
  target: "Target",
  size: "Size",
  sizeValue: (bytes: number) => `${sizeOf(bytes)} (${countOf(bytes, "byte")})`,
  hardLinks: "Hard links",
  hardLinksValue: (count: number) =>
    count === 1 ? "This path only" : `${count} hard links to the same content`,
  modified: "Modified",
  mode: "Mode",
  etag: "ETag",
  nodeId: "Node ID",
} as const;

export const previewText = {
  contents: "Contents",
  cut: (bytes: number) =>
    `Showing the first ${bytes / 1024} KiB. Download the file to see all of it.`,
  unavailable: "No preview available for this file.",
  download: "Download",
} as const;

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
