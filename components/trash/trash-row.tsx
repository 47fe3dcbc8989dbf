"use client";

import { Ago } from "@/components/ui/ago";
import { Button } from "@/components/ui/button";
import type { TrashItem } from "@/console/queries/trash";
import { trashText as text } from "@/console/text/trash";

type Props = {
  item: TrashItem;
  author: string;
  canWrite: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onRestore: () => void;
  onPurge: () => void;
};

/** A deleted file or folder, and what can be done with it. */
export function TrashRow({ item, author, canWrite, isSelected, ...on }: Props) {
  const { path, deleted_at: deletedAt, expires_at: expiresAt } = item;
  return (
    <li className={`flex items-center gap-3 px-5 py-3 ${isSelected ? "bg-tide-soft" : ""}`}>
      {canWrite && (
        <input
          type="checkbox"
          aria-label={text.select(path)}
          className="accent-tide size-4 shrink-0"
          checked={isSelected}
          onChange={on.onSelect}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <p className="wrap-anywhere">{path}</p>
          <p className="text-muted text-sm">
            {text.contents(item)} · {text.deleted} <Ago at={deletedAt} /> {text.by(author)} ·{" "}
            {text.goes} <Ago at={expiresAt} />
          </p>
        </div>
        {canWrite && (
          <div className="flex gap-2">
            <Button
              variant="secondary"
              size="sm"
              aria-label={text.restoreOf(path)}
              onClick={on.onRestore}
            >
              {text.restore}
            </Button>
            <Button variant="danger" size="sm" aria-label={text.purgeOf(path)} onClick={on.onPurge}>
              {text.purge}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
