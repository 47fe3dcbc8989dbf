/** Runs a task for each item, so many at a time and in their order; rejects with the first that fails. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  run: (item: Item) => Promise<unknown>,
): Promise<void> {
  // One iterator for all workers: each takes the next item when it is free.
  const rest = items[Symbol.iterator]();
  const work = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
