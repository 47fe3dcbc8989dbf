"use client";

import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { useSearchText } from "@/components/layout/use-address";
import { SortHead } from "@/components/ui/sort-head";
import type { TrashItem } from "@/console/queries/trash";
import { COLUMNS, NEWEST, readTrashOrder, sortTrash } from "@/console/state/sort-trash";
import { trashText as text } from "@/console/text/trash";

import { TrashActions } from "./trash-actions";
import { COLUMN_WIDTHS, TrashRow } from "./trash-row";
import { useTrashAuthors } from "./use-trash-authors";

type Props = {
  items: readonly TrashItem[];
  /** Whether all of the trash is loaded: a part of it is not sorted. */
  isComplete: boolean;
  onRestore: (items: readonly TrashItem[]) => void;
  onPurge: (items: readonly TrashItem[]) => void;
};

/** The items of the trash in columns that sort; several can be restored or deleted together. */
export function TrashList({ items, isComplete, onRestore, onPurge }: Props) {
  const { canWrite } = useOrganisation();
  const authorOf = useTrashAuthors();
  const [sort, setSort] = useSearchText("sort");
  const order = readTrashOrder(sort);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="border-line bg-sheet rounded-card border">
      <div
        className={`border-line text-muted flex h-10 items-center gap-3 border-b px-5 text-sm pointer-coarse:h-12 ${selected.length === 0 ? "" : "bg-well rounded-t-card"}`}
      >
        {canWrite && (
          <input
            type="checkbox"
            aria-label={text.selectAll}
            className="accent-tide size-4 shrink-0"
            checked={selected.length === items.length}
            onChange={({ target }) =>
              setChosen(new Set(target.checked ? items.map(({ id }) => id) : []))
            }
          />
        )}
        {selected.length > 0 ? (
          <TrashActions
            count={selected.length}
            onRestore={() => onRestore(selected)}
            onPurge={() => onPurge(selected)}
            onClear={() => setChosen(new Set())}
          />
        ) : (
          <>
            <div className={`flex flex-1 gap-x-4 ${COLUMN_WIDTHS}`}>
              {COLUMNS.map((column) => (
                <SortHead
                  key={column}
                  column={column}
                  name={text.columns[column]}
                  order={order}
                  initial={NEWEST}
                  onSort={isComplete ? setSort : null}
                />
              ))}
            </div>
            {canWrite && <span className="w-32 shrink-0 max-sm:hidden" />}
          </>
        )}
      </div>
      <ul aria-label={text.list} className="divide-line divide-y">
        {(isComplete ? sortTrash(items, order) : items).map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            author={authorOf(item.deleted_by)}
            canWrite={canWrite}
            isSelected={chosen.has(item.id)}
            onSelect={() => toggle(item.id)}
            onRestore={() => onRestore([item])}
            onPurge={() => onPurge([item])}
          />
        ))}
      </ul>
    </div>
  );
}
