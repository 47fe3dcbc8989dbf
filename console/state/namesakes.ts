/** Returns what tells filesystems of the same name apart, the end of their ids, by the id; nothing for names used once. */
export function namesakesOf(
  filesystems: readonly { id: string; name: string }[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of filesystems) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    filesystems
      .filter(({ name }) => (counts.get(name) ?? 0) > 1)
      .map(({ id }) => [id, `…${id.slice(-6)}`]),
  );
}

/** The filesystems, with the end of its id in the name of each that others share. */
export function withMarks<T extends { id: string; name: string }>(filesystems: readonly T[]): T[] {
  const marks = namesakesOf(filesystems);
  return filesystems.map((one) => {
    const mark = marks.get(one.id);
    return mark === undefined ? one : { ...one, name: `${one.name} ${mark}` };
  });
}
