/**
 * Combines concurrent calls: one piece of work at a time, with everything that was added while the
 * last one ran. The result settles as the work that included the item.
 */
export function createBatch<T>(work: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let items: T[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  const start = () => {
    const taken = items;
    items = [];
    next = null;
    last = work(taken);
    return last;
  };
  return (item) => {
    items.push(item);
    next ??= last.then(start, start);
    return next;
  };
}
