import { ArrowDown, ArrowUp } from "lucide-react";

import { type Order, pressed } from "@/console/state/order";
import { text } from "@/console/text/ui";

type Props<Column extends string> = {
  column: Column;
  name: string;
  order: Order<Column>;
  /** The order that the list begins with. */
  initial: Order<Column>;
  /** Sorts by the text of an order; null: the list can't be sorted. */
  onSort: ((order: string) => void) | null;
};

/** The head of a column, which sorts the list by it. */
export function SortHead<Column extends string>(props: Props<Column>) {
  const { column, name, order, initial, onSort } = props;
  const isSorted = onSort !== null && order.by === column;
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      disabled={onSort === null}
      aria-pressed={isSorted}
      className="hover:text-ink aria-pressed:text-ink rounded-control flex items-center gap-1 justify-self-start text-left disabled:cursor-default aria-pressed:font-medium"
      onClick={() => onSort?.(pressed(order, column, initial))}
    >
      {name}
      {isSorted && (
        <Arrow
          aria-label={order.isDescending ? text.descending : text.ascending}
          className="size-3.5"
        />
      )}
    </button>
  );
}
