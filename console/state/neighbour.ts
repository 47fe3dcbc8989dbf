type Listed = { path: string };

/** The entry of a list that is below those that go away, or else above them; undefined if none is left. */
export function neighbourOf<Entry extends Listed>(
  entries: readonly Entry[],
  gone: readonly string[],
): Entry | undefined {
  const paths = new Set(gone);
  const last = entries.findLastIndex(({ path }) => paths.has(path));
  return entries[last + 1] ?? entries.findLast(({ path }) => !paths.has(path));
}
