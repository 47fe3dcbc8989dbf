"use client";

import { useEffect } from "react";

import { useAuthors } from "@/components/files/use-authors";
import { useOrganisation } from "@/components/layout/organisation";
import { useSearchText } from "@/components/layout/use-address";
import { SearchInput } from "@/components/ui/search-input";
import { SortHead } from "@/components/ui/sort-head";
import type { TrashItem } from "@/console/queries/trash";
import { COLUMNS, NEWEST, readTrashOrder, sortTrash } from "@/console/state/sort-trash";
import { trashText as text } from "@/console/text/trash";

import { TrashActions } from "./trash-actions";
import { ACTIONS_WIDTH, COLUMN_WIDTHS, TrashRow } from "./trash-row";
import { useTrashSelection } from "./use-trash-selection";

// Enough for what a person looks through; "Empty trash" takes all.
const MOST = 5_000;

type Props = {
  fsId: string;
  items: readonly TrashItem[];
  /** Whether all of the trash is loaded: a part of it is not sorted. */
  isComplete: boolean;
  /** Loads more; null while it does and when nothing is left. */
  onMore: (() => void) | null;
  onRestore: (items: readonly TrashItem[]) => void;
  onPurge: (items: readonly TrashItem[]) => void;
};

/** The items of the trash in columns that sort; several can be restored or deleted together. */
export function TrashList({ fsId, items, isComplete, onMore, onRestore, onPurge }: Props) {
  const { id: orgId, canWrite, isAdmin } = useOrganisation();
  const authorOf = useAuthors(
    orgId,
    isAdmin,
    items.map((item) => ({ fsId, author: item.deleted_by })),
  );
  const [sort, setSort] = useSearchText("sort");
  const [query, setQuery] = useSearchText("q");
  const order = readTrashOrder(sort);
  const found = items.filter(({ path }) => path.toLowerCase().includes(query.toLowerCase()));
  const shown = isComplete ? sortTrash(found, order) : found;
  const { selected, isAll, choose, chooseAll, toggle } = useTrashSelection(shown);
  const ids = new Set(selected.map(({ id }) => id));
  const needsMore = (isAll || query !== "") && items.length < MOST;
  useEffect(() => {
    if (needsMore) onMore?.();
  }, [needsMore, onMore]);
  const finish = (act: (some: readonly TrashItem[]) => void) => () => {
    // What comes into the trash meanwhile is not selected.
    choose(selected.map(({ id }) => id));
    act(selected);
  };
  return (
    <div className="border-line bg-sheet rounded-card border">
      <div className="border-line border-b px-5 py-3">
        <SearchInput
          label={text.search}
          placeholder={text.search}
          value={query}
          onChange={(value) => {
            // "All" were those that matched.
            if (isAll) choose(ids);
            setQuery(value);
          }}
          className="sm:w-64"
        />
      </div>
      <div
        className={`border-line text-muted flex h-10 items-center gap-3 border-b px-5 text-sm pointer-coarse:h-12 ${selected.length === 0 ? "" : "bg-well"}`}
      >
        {canWrite && (
          <input
            type="checkbox"
            aria-label={text.selectAll}
            className="size-4 shrink-0"
            checked={shown.length > 0 && selected.length === shown.length}
            onChange={({ target }) => (target.checked ? chooseAll() : choose([]))}
          />
        )}
        {selected.length > 0 ? (
          <TrashActions
            count={selected.length}
            onRestore={finish(onRestore)}
            onPurge={finish(onPurge)}
            onClear={() => choose([])}
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
            {canWrite && <span className={`${ACTIONS_WIDTH} max-sm:hidden`} />}
          </>
        )}
      </div>
      <ul aria-label={text.list} className="divide-line divide-y">
        {shown.map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            author={authorOf(item.deleted_by)}
            canWrite={canWrite}
            isSelected={ids.has(item.id)}
            onSelect={() => toggle(item.id)}
            onRestore={() => onRestore([item])}
            onPurge={() => onPurge([item])}
          />
        ))}
      </ul>
      {shown.length === 0 && (isComplete || !needsMore) && (
        <p className="text-muted px-5 py-6">{text.noMatch(query)}</p>
      )}
    </div>
  );
}
