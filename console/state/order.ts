/** By which column a list is sorted, and whether from the largest or latest on. */
export type Order<Column extends string> = { by: Column; isDescending: boolean };

/** The order of a text in the address such as "-size"; `initial` for anything else. */
export function readOrder<Column extends string>(
  text: string,
  columns: readonly Column[],
  initial: Order<Column>,
): Order<Column> {
  const by = columns.find((column) => column === text.replace(/^-/, ""));
  return by === undefined ? initial : { by, isDescending: text.startsWith("-") };
}

/** The text of the order after a press on a column: all but names begin with the largest and latest. */
export function pressed<Column extends string>(
  { by, isDescending }: Order<Column>,
  column: Column,
  initial: Order<Column>,
): string {
  const next = by === column ? !isDescending : column !== "name";
  if (column === initial.by && next === initial.isDescending) return "";
  return `${next ? "-" : ""}${column}`;
}

// Numbers in names by their value, as people count.
const collator = new Intl.Collator("en", { numeric: true });
/** Compares names as people would list them. */
export const byName = (a: string, b: string): number => collator.compare(a, b);
