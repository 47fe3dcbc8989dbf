import { countOf } from "./sizes";

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
  total: (count: number) => entries(count),
  loaded: (count: number) => `${entries(count)} loaded`,
  unsorted: (most: number) =>
    `sorted by name only, because there are more than ${most.toLocaleString("en")}`,
  found: (count: number, isMore: boolean) => `${entries(count)} found${isMore ? " so far" : ""}`,
  searching: "Searching…",
  filter: "Filter files",
  filterPlaceholder: "Filter files ( / )",
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
  copyPath: "Copy path",
  copyLink: "Copy link",
  copyCurl: "Copy as curl",
  copied: "Copied to the clipboard",
  notCopied: "Your browser doesn't allow copying.",
  details: "Details",
  delete: "Delete",
  deleteFolder: "Delete folder and contents",
  deleted: (all: Entries) => `${kindsOf(all)} deleted`,
  undo: "Undo",
} as const;
