"use client";

import { Copy, Download, Eye, FilePen, Info, Trash2 } from "lucide-react";

import { MenuItem } from "@/components/ui/menu";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";

import type { EntryDialog } from "./entry-row";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  onAsk: (dialog: EntryDialog) => void;
  onDelete: () => void;
};

/** What stands in the menu of an entry. */
export function EntryItems({ params, entry: { path, type }, onAsk, onDelete }: Props) {
  return (
    <>
      {type === "file" && (
        <>
          <MenuItem onSelect={() => onAsk("preview")}>
            <Eye aria-hidden /> Preview
          </MenuItem>
          <MenuItem asChild>
            <a href={fileUrl(params, path)} download={nameOf(path)}>
              <Download aria-hidden /> Download
            </a>
          </MenuItem>
        </>
      )}
      <MenuItem onSelect={() => onAsk("move")}>
        <FilePen aria-hidden /> Rename or move
      </MenuItem>
      <MenuItem onSelect={() => onAsk("copy")}>
        <Copy aria-hidden /> Copy
      </MenuItem>
      <MenuItem onSelect={() => onAsk("details")}>
        <Info aria-hidden /> Details
      </MenuItem>
      <MenuItem tone="bad" onSelect={onDelete}>
        <Trash2 aria-hidden /> Delete{type === "directory" && " with all in it"}
      </MenuItem>
    </>
  );
}
