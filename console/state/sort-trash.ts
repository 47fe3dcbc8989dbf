import type { TrashItem } from "@/console/queries/trash";

import { byName, type Order, readOrder } from "./order";
import { directoryOf, nameOf } from "./paths";

export const COLUMNS = ["name", "from", "deleted", "size"] as const;
export type TrashOrder = Order<(typeof COLUMNS)[number]>;
/** The order of a trash that is opened. */
export const NEWEST: TrashOrder = { by: "deleted", isDescending: true };

/** The order of items that the text in the address asks for. */
export const readTrashOrder = (text: string): TrashOrder => readOrder(text, COLUMNS, NEWEST);

const COMPARE: Readonly<Record<TrashOrder["by"], (a: TrashItem, b: TrashItem) => number>> = {
  name: (a, b) => byName(nameOf(a.path), nameOf(b.path)),
  from: (a, b) => byName(directoryOf(a.path), directoryOf(b.path)),
  deleted: (a, b) => a.deleted_at.localeCompare(b.deleted_at),
  size: (a, b) => a.size - b.size,
};

/** Items of the trash in an order; equal ones as they came, newest first. */
export function sortTrash(
  items: readonly TrashItem[],
  { by, isDescending }: TrashOrder,
): TrashItem[] {
  const sign = isDescending ? -1 : 1;
  return items.toSorted((a, b) => sign * COMPARE[by](a, b));
}
