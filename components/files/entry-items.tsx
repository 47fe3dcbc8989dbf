"use client";

import { Copy, Download, Eye, FilePen, Info, Trash2 } from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { MenuItem } from "@/components/ui/menu";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { nameOf } from "@/console/state/paths";
import { text } from "@/console/text/files";

import type { EntryDialog } from "./entry-row";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  onOpenDialog: (dialog: EntryDialog) => void;
  onDelete: () => void;
};

/** The menu items of an entry. */
export function EntryItems({ params, entry: { path, type }, onOpenDialog, onDelete }: Props) {
  const { canWrite } = useOrganisation();
  return (
    <>
      {type === "file" && (
        <>
          <MenuItem onSelect={() => onOpenDialog("preview")}>
            <Eye aria-hidden /> {text.preview}
          </MenuItem>
          <MenuItem asChild>
            <a href={fileUrl(params, path)} download={nameOf(path)}>
              <Download aria-hidden /> {text.download}
            </a>
          </MenuItem>
        </>
      )}
      <MenuItem disabled={!canWrite} onSelect={() => onOpenDialog("move")}>
        <FilePen aria-hidden /> {text.renameOrMove}
      </MenuItem>
      <MenuItem disabled={!canWrite} onSelect={() => onOpenDialog("copy")}>
        <Copy aria-hidden /> {text.copy}
      </MenuItem>
      <MenuItem onSelect={() => onOpenDialog("details")}>
        <Info aria-hidden /> {text.details}
      </MenuItem>
      <MenuItem tone="bad" disabled={!canWrite} onSelect={onDelete}>
        <Trash2 aria-hidden /> {type === "directory" ? text.deleteFolder : text.delete}
      </MenuItem>
    </>
  );
}
