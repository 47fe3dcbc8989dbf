import { sizeOf } from "@/lib/contract/size-of";

import { countOf } from "./sizes";

/** What a file has, and what is known of it. */
export const previewText = {
  contents: "Contents",
  cut: (bytes: number) =>
    `Showing the first ${bytes / 1024} KiB. Download the file to see all of it.`,
  rows: (shown: number) =>
    `Showing the first ${countOf(shown, "row")}. Download the file to see all of it.`,
  encoding: (name: string) => `This file isn't UTF-8. Showing it as ${name}.`,
  empty: "This file is empty.",
  view: "Show the file as",
  views: { preview: "Preview", source: "Source" },
  notRendered: "This file can't be rendered. Showing its source.",
  locked: "This PDF is protected by a password. Download the file to open it.",
  broken: "This PDF can't be displayed. Download the file to open it in another program.",
  pageBroken: "This page can't be displayed.",
  page: (at: number, count: number) => `Page ${at} of ${count.toLocaleString("en")}`,
  pages: (shown: number, count: number) =>
    `Showing the first ${shown} of ${count.toLocaleString("en")} pages. Download the file to see all of it.`,
  done: "Done",
  open: "Not done",
  undecodable:
    "This file can't be shown. Its content may be damaged or in a format your browser doesn't support.",
  unavailable: "No preview available for this file.",
  download: "Download",
  previous: "Previous file",
  next: "Next file",
  position: (at: number, count: number) => `${at} of ${count.toLocaleString("en")}`,
} as const;

export const detailsText = {
  general: "General",
  type: "Type",
  size: "Size",
  sizeValue: (bytes: number) =>
    bytes < 1000 ? countOf(bytes, "byte") : `${sizeOf(bytes)} (${countOf(bytes, "byte")})`,
  target: "Target",
  modified: "Modified",
  modifiedBy: "Modified by",
  notRecorded: "Not recorded",
  viewChanges: "View changes",
  path: "Path",
  copyPath: "Copy path",
  forPrograms: "For programs",
  etag: "ETag",
  copyEtag: "Copy ETag",
  etagHint: "Changes with the content. Send it as If-Match to write only if nothing changed.",
  nodeId: "Node ID",
  copyNodeId: "Copy node ID",
  nodeIdHint: "Stays the same when it is renamed or moved.",
  mode: "Permissions",
  owner: "Owner",
  ownerValue: (uid: number, gid: number) => `uid ${uid}, gid ${gid}`,
  hardLinks: "Hard links",
  hardLinksValue: (count: number) =>
    count === 1 ? "This path only" : `${count} hard links to the same content`,
} as const;
