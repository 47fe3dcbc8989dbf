/**
 * Processes one item for `key`, together with others that are waiting for it; resolves to the
 * item's result.
 */
export type Batcher<T, R> = (key: string, item: T) => Promise<R>;

type Waiting<T, R> = {
  item: T;
  resolve: (result: R | Promise<R>) => void;
  reject: (reason: unknown) => void;
};
type Queue<T, R> = { waiting: Waiting<T, R>[]; runs: number };

/**
 * Coalesces work on the same key. The first item runs at once and alone; items that arrive
 * meanwhile form the next batch, at most `max` in order of arrival. An item on an idle key never
 * waits.
 * @param run does all or nothing, and returns one result per item in the same order; a promise
 *   where an item takes longer than the others should wait
 * @param isolates whether this error means that nothing was done: the items are then run one by
 *   one, so that an item fails only through its own fault
 * @param atOnce how many runs of a key there may be before items wait
 */
export function createBatcher<T, R>(
  max: number,
  run: (key: string, items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>,
  isolates: (error: unknown) => boolean,
  atOnce = 1,
): Batcher<T, R> {
  const queues = new Map<string, Queue<T, R>>();

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

  const drain = async (key: string, queue: Queue<T, R>): Promise<void> => {
    while (queue.waiting.length > 0) await runAll(key, queue.waiting.splice(0, max));
    queue.runs -= 1;
    if (queue.runs === 0) queues.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? { waiting: [], runs: 0 };
      queue.waiting.push({ item, resolve, reject });
      if (queue.runs === atOnce) return;
      queue.runs += 1;
      queues.set(key, queue);
      void drain(key, queue);
    });
}
