/** Show the row before and the row after; undefined at an end of the list. */
export type Neighbours = { previous: (() => void) | undefined; next: (() => void) | undefined };

/** How to show the neighbours of a row that is open, which may be in no list. */
export function neighboursOf(
  rows: readonly { id: string }[] = [],
  opened: string | null,
  show: (id: string) => void,
): Neighbours {
  const at = rows.findIndex(({ id }) => id === opened);
  const stepTo = (index: number) => {
    const row = at < 0 || index < 0 ? undefined : rows[index];
    return row && (() => show(row.id));
  };
  return { previous: stepTo(at - 1), next: stepTo(at + 1) };
}
