"use client";

import { ClipboardCopy, Download, Trash2 } from "lucide-react";

import { useOrganisation } from "@/components/layout/organisation";
import { MenuItem, MenuLabel } from "@/components/ui/menu";
import { archiveUrl } from "@/console/queries/archive";
import type { Entry } from "@/console/queries/entries";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/entry-actions";

import { copy } from "./copy-entry";
import { TransferItems } from "./transfer-items";

type Props = {
  params: FilesystemIds;
  entries: readonly Entry[];
  onTransfer: (action: Action) => void;
  onDelete: () => void;
};

/** The menu items of several selected entries. */
export function SelectionItems({ params, entries, onTransfer, onDelete }: Props) {
  const { canWrite } = useOrganisation();
  const paths = entries.map(({ path }) => path);
  const url = archiveUrl(params, paths);
  return (
    <>
      <MenuLabel>{text.items(entries.length)}</MenuLabel>
      {url === null ? (
        <MenuItem disabled>{text.tooManyToDownload}</MenuItem>
      ) : (
        <MenuItem asChild>
          <a href={url} download>
            <Download aria-hidden /> {text.downloadZip}
          </a>
        </MenuItem>
      )}
      {canWrite && <TransferItems onTransfer={onTransfer} />}
      <MenuItem onSelect={() => copy(paths.join("\n"))}>
        <ClipboardCopy aria-hidden /> {text.copyPaths}
      </MenuItem>
      {canWrite && (
        <MenuItem tone="bad" onSelect={onDelete}>
          <Trash2 aria-hidden /> {text.deleteItems(entries.length)}
        </MenuItem>
      )}
    </>
  );
}
