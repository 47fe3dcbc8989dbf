"use client";

import {
  ClipboardCopy,
  Download,
  Eye,
  FilePen,
  FolderOpen,
  Info,
  Link2,
  Terminal,
  Trash2,
} from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { MenuItem } from "@/components/ui/menu";
import { archiveUrl } from "@/console/queries/archive";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { directoryOf, nameOf } from "@/console/state/paths";
import { text } from "@/console/text/entry-actions";

import { copy, curlOf, linkTo } from "./copy-entry";
import { TransferItems } from "./transfer-items";

type Props = {
  params: FilesystemIds;
  entry: Entry;
  /** Goes to its folder, where the list is of more than one. */
  onShow: ((path: string) => void) | null;
  onTransfer: (action: Action) => void;
  onDetails: () => void;
  onPreview: () => void;
  onRename: () => void;
  onDelete: () => void;
};

/** The menu items of an entry. */
export function EntryItems({ params, entry: { path, type }, onTransfer, ...on }: Props) {
  const { canWrite } = useOrganisation();
  const { onShow, onDetails, onPreview, onRename, onDelete } = on;
  return (
    <>
      {type === "file" && (
        <>
          <MenuItem onSelect={onPreview}>
            <Eye aria-hidden /> {text.preview}
          </MenuItem>
          <MenuItem asChild>
            <a href={fileUrl(params, path)} download={nameOf(path)}>
              <Download aria-hidden /> {text.download}
            </a>
          </MenuItem>
        </>
      )}
      {type === "directory" && (
        <MenuItem asChild>
          <a href={archiveUrl(params, [path]) ?? ""} download>
            <Download aria-hidden /> {text.downloadZip}
          </a>
        </MenuItem>
      )}
      {onShow !== null && (
        <MenuItem onSelect={() => onShow(directoryOf(path))}>
          <FolderOpen aria-hidden /> {text.showInFolder}
        </MenuItem>
      )}
      {canWrite && (
        <>
          <MenuItem onSelect={onRename}>
            <FilePen aria-hidden /> {text.rename}
          </MenuItem>
          <TransferItems onTransfer={onTransfer} />
        </>
      )}
      <MenuItem onSelect={() => copy(path)}>
        <ClipboardCopy aria-hidden /> {text.copyPath}
      </MenuItem>
      <MenuItem onSelect={() => copy(linkTo(params, path, type))}>
        <Link2 aria-hidden /> {text.copyLink}
      </MenuItem>
      {type === "file" && (
        <MenuItem onSelect={() => copy(curlOf(params, path))}>
          <Terminal aria-hidden /> {text.copyCurl}
        </MenuItem>
      )}
      <MenuItem onSelect={onDetails}>
        <Info aria-hidden /> {text.details}
      </MenuItem>
      {canWrite && (
        <MenuItem tone="bad" onSelect={onDelete}>
          <Trash2 aria-hidden /> {type === "directory" ? text.deleteFolder : text.delete}
        </MenuItem>
      )}
    </>
  );
}
