import { type ReactNode, useEffect, useRef } from "react";

import { SortHead } from "@/components/ui/sort-head";
import { BY_NAME, COLUMNS, type EntryOrder } from "@/console/state/sort-entries";
import { text } from "@/console/text/files";

import { SELECT } from "./entry-row";

type Props = {
  order: EntryOrder;
  /** Sorts by the text of an order; null: the folder has too many entries to sort. */
  onSort: ((order: string) => void) | null;
  selected: "none" | "some" | "all";
  onSelectAll: () => void;
  /** Shown in their place while something is selected; rows must not move under the pointer then. */
  children: ReactNode;
};

/** The heads of the columns, which sort, and the checkbox that selects all. */
export function ColumnHeads({ order, onSort, selected, onSelectAll, children }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected === "some";
  }, [selected]);
  return (
    <div
      className={`border-line text-muted flex h-10 items-center gap-3 border-b px-5 text-sm pointer-coarse:h-12 ${selected === "none" ? "" : "bg-well rounded-t-card"}`}
    >
      <label className={SELECT}>
        <input
          ref={box}
          type="checkbox"
          aria-label={text.selectAll}
          className="block size-4"
          checked={selected === "all"}
          onChange={onSelectAll}
        />
      </label>
      {selected === "none" ? (
        <>
          <span className="w-4 shrink-0" />
          <div className="flex flex-1 gap-x-6 sm:grid sm:grid-cols-[minmax(0,1fr)_5rem_8rem]">
            {COLUMNS.map((column) => (
              <SortHead
                key={column}
                column={column}
                name={text.columns[column]}
                order={order}
                initial={BY_NAME}
                onSort={onSort}
              />
            ))}
          </div>
          <span className="w-7 shrink-0 pointer-coarse:w-10" />
        </>
      ) : (
        children
      )}
    </div>
  );
}
