import type { Entry } from "@/console/queries/entries";

import { byName, type Order, readOrder } from "./order";
import { nameOf } from "./paths";

/** The most entries of a folder that are sorted; a larger one stays in the order of names. */
export const MAX_SORTED = 10_000;

export const COLUMNS = ["name", "size", "modified"] as const;
export type EntryOrder = Order<(typeof COLUMNS)[number]>;
/** The order of a folder that is opened. */
export const BY_NAME: EntryOrder = { by: "name", isDescending: false };

/** The order of entries that the text in the address asks for. */
export const readEntryOrder = (text: string): EntryOrder => readOrder(text, COLUMNS, BY_NAME);

const compareNames = (a: Entry, b: Entry) => byName(nameOf(a.path), nameOf(b.path));
const COMPARE: Readonly<Record<EntryOrder["by"], (a: Entry, b: Entry) => number>> = {
  name: compareNames,
  size: (a, b) => a.size - b.size,
  modified: (a, b) => a.modified_at.localeCompare(b.modified_at),
};

/** Entries of a folder in an order, folders first and equal ones by name. */
export function sortEntries(entries: readonly Entry[], { by, isDescending }: EntryOrder): Entry[] {
  const sign = isDescending ? -1 : 1;
  return entries.toSorted(
    (a, b) =>
      Number(b.type === "directory") - Number(a.type === "directory") ||
      sign * COMPARE[by](a, b) ||
      compareNames(a, b),
  );
}
