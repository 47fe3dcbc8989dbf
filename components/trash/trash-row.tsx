"use client";

import { File, FileCog, FileSymlink, Folder, RotateCcw, Trash2 } from "lucide-react";

import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import { MenuItem } from "@/components/ui/menu";
import { MoreMenu } from "@/components/ui/more-menu";
import type { TrashItem } from "@/console/queries/trash";
import { directoryOf, nameOf } from "@/console/state/paths";
import { trashText as text } from "@/console/text/trash";

/** The columns of a row and of the heads above it. */
export const COLUMN_WIDTHS =
  "sm:grid sm:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,13rem)_6.5rem]";

/** The width of a row's buttons, which its heads leave free. */
export const ACTIONS_WIDTH = "shrink-0 sm:w-40";

const ICONS = { directory: Folder, file: File, symlink: FileSymlink, special: FileCog };

type Props = {
  item: TrashItem;
  author: string;
  canWrite: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onRestore: () => void;
  onPurge: () => void;
};

/** A deleted file or folder, a button that restores it and a menu with what else can be done. */
export function TrashRow({ item, author, canWrite, isSelected, ...on }: Props) {
  const { path, type, deleted_at: deletedAt, expires_at: expiresAt } = item;
  const Icon = ICONS[type];
  return (
    <li className={`flex items-center gap-3 px-5 py-2.5 ${isSelected ? "bg-tide-soft" : ""}`}>
      {canWrite && (
        <input
          type="checkbox"
          aria-label={text.select(path)}
          className="size-4 shrink-0"
          checked={isSelected}
          onChange={on.onSelect}
        />
      )}
      <div
        className={`grid min-w-0 flex-1 gap-x-4 gap-y-1 text-sm sm:items-center ${COLUMN_WIDTHS}`}
      >
        <p className="flex min-w-0 items-center gap-2 text-base">
          <Icon
            aria-hidden
            className={`size-4 shrink-0 ${type === "directory" ? "text-tide" : "text-muted"}`}
          />
          <span className="min-w-0 wrap-anywhere">{nameOf(path)}</span>
        </p>
        <p className="text-muted wrap-anywhere">{directoryOf(path)}</p>
        <p className="text-muted min-w-0">
          <span className="sm:hidden">{text.deleted} </span>
          <Ago at={deletedAt} /> {text.by(author)}
          <span className="block text-xs">
            {text.goes} <Ago at={expiresAt} />
          </span>
        </p>
        <p className="text-muted tabular-nums">{text.contents(item)}</p>
      </div>
      {canWrite && (
        <div className={`flex items-center justify-end gap-3 ${ACTIONS_WIDTH}`}>
          <Button
            variant="secondary"
            size="sm"
            className="max-sm:px-1.5"
            aria-label={text.restorePath(path)}
            onClick={on.onRestore}
          >
            <RotateCcw aria-hidden />
            <span className="max-sm:sr-only">{text.restore}</span>
          </Button>
          <MoreMenu label={text.actionsOn(path)}>
            <MenuItem tone="bad" onSelect={on.onPurge}>
              <Trash2 aria-hidden /> {text.purge}
            </MenuItem>
          </MoreMenu>
        </div>
      )}
    </li>
  );
}
