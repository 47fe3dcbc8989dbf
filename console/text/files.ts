import { countOf, sizeOf } from "./sizes";

const entries = (count: number) => countOf(count, "entry", "entries");
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
  filesToUpload: "Files to upload",
  folder: "Folder",
  path: "Path",
  root: "root",
  entries: "Files and folders",
  empty: "This folder is empty. Drop files here or click Upload.",
  total: (count: number) => entries(count),
  loaded: (count: number) => `${entries(count)} loaded`,
  openErrors: {
    path_not_found: "This folder no longer exists. Go back to its parent folder.",
    not_a_directory: "This path is a file, not a folder.",
  },
  kinds: { file: "File", directory: "Folder", symlink: "Symbolic link", special: "Special file" },

  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${entries(count)} selected`,
  deleteSelected: "Delete selected",
  clearSelection: "Clear selection",

  moreActions: (name: string) => `More actions for ${name}`,
  preview: "Preview",
  download: "Download",
  renameOrMove: "Rename or move",
  copy: "Copy",
  details: "Details",
  delete: "Delete",
  deleteFolder: "Delete folder and contents",
  deleting: (name: string) => `Deleting ${name}…`,
  undo: "Undo",
  undoDelete: (name: string) => `Undo deleting ${name}`,
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

export const moveText = {
  move: {
    title: (name: string) => `Rename or move ${name}`,
    submit: "Move",
    hint: "Full path. Contents move with it.",
    done: (path: string) => `Moved to ${path}`,
  },
  copy: {
    title: (name: string) => `Copy ${name}`,
    submit: "Copy",
    hint: "Full path. Contents are copied with it.",
    done: (path: string) => `Copied to ${path}`,
  },
  newPath: "New path",
  errors: {
    already_exists: "Something already exists at this path. Choose another one.",
    parent_not_found: "The destination folder doesn't exist. Create it first.",
    invalid_move: "You can't move a folder into itself.",
    too_many_entries: "This folder is too large for a single copy. Copy it in parts.",
    ...quotaErrors,
    path_not_found: "It was moved or deleted in the meantime. Reload the folder.",
    not_a_directory: "The destination is inside a file. Choose a folder.",
  },
} as const;

export const uploadText = {
  title: "Uploads",
  uploading: (name: string) => `Uploading ${name}`,
  percent: (share: number) => `${Math.floor(share * 100)}%`,
  exists: "File already exists",
  replace: "Replace",
  replaceAll: (count: number) => `Replace all ${count}`,
  skip: "Skip",
  cancel: "Cancel",
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
