import type { Entry } from "@/console/queries/entries";

import { nameOf } from "./paths";

/** The most entries of a folder that are sorted; a larger one stays in the order of names. */
export const MAX_SORTED = 10_000;

export const COLUMNS = ["name", "size", "modified"] as const;
type Column = (typeof COLUMNS)[number];

/** By which column entries are sorted, and whether from the largest or latest on. */
export type Order = { by: Column; isDescending: boolean };

/** The order of a text in the address such as "-size"; by name for anything else. */
export function readOrder(text: string): Order {
  const by = COLUMNS.find((column) => column === text.replace(/^-/, ""));
  return { by: by ?? "name", isDescending: by !== undefined && text.startsWith("-") };
}

/** The text of the order after a press on a column: sizes and times begin with the largest and latest. */
export function pressed({ by, isDescending }: Order, column: Column): string {
  const next = by === column ? !isDescending : column !== "name";
  if (column === "name" && !next) return "";
  return `${next ? "-" : ""}${column}`;
}

// Numbers in names by their value, as people count.
const { compare } = new Intl.Collator("en", { numeric: true });
const byName = (a: Entry, b: Entry) => compare(nameOf(a.path), nameOf(b.path));
const COMPARE: Readonly<Record<Column, (a: Entry, b: Entry) => number>> = {
  name: byName,
  size: (a, b) => a.size - b.size,
  modified: (a, b) => a.modified_at.localeCompare(b.modified_at),
};

/** Entries of a folder in an order, folders first and equal ones by name. */
export function sortEntries(entries: readonly Entry[], { by, isDescending }: Order): Entry[] {
  const sign = isDescending ? -1 : 1;
  return entries.toSorted(
    (a, b) =>
      Number(b.type === "directory") - Number(a.type === "directory") ||
      sign * COMPARE[by](a, b) ||
      byName(a, b),
  );
}
