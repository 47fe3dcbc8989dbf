import type { ReactNode } from "react";

import type { Order } from "@/console/state/order";

import { SortHead } from "./sort-head";

type Props<Column extends string> = {
  label: string;
  columns: readonly Column[];
  names: Readonly<Record<Column, string>>;
  order: Order<Column>;
  /** The order that the list begins with. */
  initial: Order<Column>;
  /** Sorts by the text of an order. */
  onSort: (order: string) => void;
  /** Whether the list can be sorted by a column now. */
  canSort?: (column: Column) => boolean;
  /** Classes for the widths of the columns, which the rows share. Each row ends with a menu. */
  widths: string;
  children: ReactNode;
};

/** A card with a list below heads that sort it; its rows are the children. */
export function SortedList<Column extends string>(props: Props<Column>) {
  const { label, columns, names, order, initial, onSort, canSort, widths, children } = props;
  return (
    <div className="border-line bg-sheet rounded-card border">
      <div className="border-line text-muted flex h-10 items-center gap-4 border-b px-5 text-sm pointer-coarse:h-12">
        <div className={`flex flex-1 gap-x-6 ${widths}`}>
          {columns.map((column) => (
            <SortHead
              key={column}
              column={column}
              name={names[column]}
              order={order}
              initial={initial}
              onSort={canSort?.(column) === false ? null : onSort}
            />
          ))}
        </div>
        <span className="w-7 shrink-0 pointer-coarse:w-10" />
      </div>
      <ul aria-label={label} className="divide-line divide-y">
        {children}
      </ul>
    </div>
  );
}
