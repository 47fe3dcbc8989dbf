import { countOf } from "./sizes";

/** What can be done with files and folders, loaded when a menu or a selection asks for it. */
export const text = {
  items: (count: number) => countOf(count, "item"),
  selected: (count: number) => `${countOf(count, "item")} selected`,
  deleteSelected: "Delete",
  clearSelection: "Clear selection",
  preview: "Preview",
  download: "Download",
  downloadZip: "Download as zip",
  tooManyToDownload: "Select up to 100 items to download",
  showInFolder: "Show in folder",
  rename: "Rename",
  move: "Move",
  moveTo: "Move to…",
  copy: "Copy",
  copyTo: "Copy to…",
  copyPath: "Copy path",
  copyPaths: "Copy paths",
  copyLink: "Copy link",
  copyCurl: "Copy as curl",
  copied: "Copied to the clipboard",
  notCopied: "Your browser doesn't allow copying.",
  details: "Details",
  delete: "Delete",
  deleteFolder: "Delete folder and contents",
  deleteItems: (count: number) => `Delete ${countOf(count, "item")}`,
} as const;
