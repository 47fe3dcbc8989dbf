import { nameOf } from "@/console/state/paths";

import { countOf } from "./sizes";

const items = (count: number) => countOf(count, "item");
/** The files of a filesystem and what can be done with them. */
export const text = {
  title: "Files",
  newFolder: "New folder",
  upload: "Upload",
  uploadFolder: "Upload folder",
  filesToUpload: "Files to upload",
  unreadable: "Some of what you dropped can't be read on this computer. Nothing was uploaded.",
  folderToUpload: "Folder to upload",
  folder: "Folder",
  path: "Path",
  root: "root",
  entries: "Files and folders",
  empty: "This folder is empty. Drop files here or click Upload.",
  emptyForViewers: "This folder is empty.",
  searchBelow: "Search subfolders",
  noMatch: (part: string) => `No names contain “${part}”.`,
  total: (count: number) => items(count),
  loaded: (count: number) => `${items(count)} loaded`,
  unsorted: (most: number) =>
    `sorted by name only, because there are more than ${most.toLocaleString("en")}`,
  found: (count: number, isMore: boolean) => `${items(count)} found${isMore ? " so far" : ""}`,
  searching: "Searching…",
  filter: "Search files",
  scope: "Where to look",
  thisFolder: "This folder",
  below: "Including subfolders",
  inFolder: (folder: string) => `in ${folder}`,
  columns: { name: "Name", size: "Size", modified: "Modified" },
  openRoot: "Go to the top folder",
  openFolder: (name: string) => `Go to ${name}`,
  openErrors: {
    path_not_found: "This folder doesn't exist or has been deleted.",
    not_a_directory: "This path is a file, not a folder.",
  },
  kinds: { file: "File", directory: "Folder", symlink: "Symbolic link", special: "Special file" },

  selectAll: "Select all",
  select: (name: string) => `Select ${name}`,

  moreActions: (name: string) => `More actions for ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  newName: (name: string) => `New name for ${name}`,
  slashInName: "A name can't contain a slash (/).",
  fileGone: (name: string) =>
    `${name} isn't in this folder. It may have been moved, renamed or deleted.`,
  dismiss: "Dismiss",
  dotsAsName: "A name can't be . or ..",
  deleting: (count: number) => `Deleting ${countOf(count, "item")}…`,
  deleted: (all: readonly { path: string }[]) =>
    `${all.length === 1 ? nameOf(all[0]?.path ?? "") : countOf(all.length, "item")} deleted`,
} as const;
