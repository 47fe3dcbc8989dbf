/**
 * Processes one item for `key`, together with others that are waiting for it; resolves to the
 * item's result.
 */
export type Batcher<T, R> = (key: string, item: T) => Promise<R>;

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void };

/**
 * Coalesces work on the same key. The first item runs at once and alone; items that arrive
 * meanwhile form the next batch, at most `max` in order of arrival. An item on an idle key never
 * waits.
 * @param run does all or nothing, and returns one result per item in the same order
 * @param isolates whether this error means that nothing was done: the items are then run one by
 *   one, so that an item fails only through its own fault
 */
export function createBatcher<T, R>(
  max: number,
  run: (key: string, items: readonly T[]) => Promise<readonly R[]>,
  isolates: (error: unknown) => boolean,
): Batcher<T, R> {
  const queues = new Map<string, Waiting<T, R>[]>();

  const runAll = async (key: string, batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await run(
        key,
        batch.map(({ item }) => item),
      );
      if (results.length !== batch.length)
        throw new Error("a batch must return one result per item");
      results.forEach((result, i) => batch[i]?.resolve(result));
    } catch (error) {
      if (batch.length > 1 && isolates(error)) {
        for (const one of batch) await runAll(key, [one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (key: string, queue: Waiting<T, R>[]): Promise<void> => {
    while (queue.length > 0) await runAll(key, queue.splice(0, max));
    queues.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? [];
      queue.push({ item, resolve, reject });
      if (queues.has(key)) return;
      queues.set(key, queue);
      void drain(key, queue);
    });
}
