"use client";

import { Copy, Download, FolderInput, Trash2, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { archiveUrl } from "@/console/queries/archive";
import { type Entry, fileUrl } from "@/console/queries/entries";
import type { Action } from "@/console/queries/transfers";
import type { FilesystemIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/entry-actions";

const TYPED_INTO = "input:not([type=checkbox]), textarea, [role=dialog]";

// A phone has room for icons only.
const ICON = "max-sm:px-1.5";
const LABEL = "max-sm:sr-only";

type Props = {
  params: FilesystemIds;
  entries: readonly Entry[];
  onTransfer: (action: Action) => void;
  onDelete: () => void;
  onClear: () => void;
};

/** In place of the column heads: the number of selected entries and the actions on all of them. Escape clears the selection. */
export function SelectionBar({ params, entries, onTransfer, onDelete, onClear }: Props) {
  const { canWrite } = useOrganisation();
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    // Menus and dialogs have taken theirs already.
    const press = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return;
      if (target instanceof Element && target.closest(TYPED_INTO) === null) clear();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const paths = entries.map((entry) => entry.path);
  const [only] = entries.length === 1 ? entries : [];
  const url = only?.type === "file" ? fileUrl(params, only.path) : archiveUrl(params, paths);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <output className="text-ink min-w-0 flex-1 truncate font-medium">
        <span className={LABEL}>{text.selected(entries.length)}</span>
        <span aria-hidden className="sm:hidden">
          {text.items(entries.length)}
        </span>
      </output>
      {url === null ? (
        <span className="truncate">{text.tooManyToDownload}</span>
      ) : (
        <Button asChild variant="secondary" size="sm" className={ICON}>
          <a href={url} download>
            <Download aria-hidden />
            <span className={LABEL}>{text.download}</span>
          </a>
        </Button>
      )}
      {canWrite && (
        <>
          <Button variant="secondary" size="sm" className={ICON} onClick={() => onTransfer("move")}>
            <FolderInput aria-hidden />
            <span className={LABEL}>{text.move}</span>
          </Button>
          <Button variant="secondary" size="sm" className={ICON} onClick={() => onTransfer("copy")}>
            <Copy aria-hidden />
            <span className={LABEL}>{text.copy}</span>
          </Button>
          <Button variant="danger" size="sm" className={ICON} onClick={onDelete}>
            <Trash2 aria-hidden />
            <span className={LABEL}>{text.deleteSelected}</span>
          </Button>
        </>
      )}
      <Button variant="secondary" size="sm" className={ICON} onClick={onClear}>
        <X aria-hidden />
        <span className={LABEL}>{text.clearSelection}</span>
      </Button>
    </div>
  );
}
