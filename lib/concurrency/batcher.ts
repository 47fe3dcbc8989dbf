/** Runs one work item of `key` and returns its result. */
export type Joined<T, R> = (key: string, item: T) => Promise<R>;

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void };

/**
 * Coalesces work by key: the first item runs immediately and alone; items that arrive meanwhile run as the
 * next batch, at most `max` in order of arrival.
 * @param run processes a batch atomically and returns one result per item, in order
 * @param isolates whether an error means nothing was done, so that the items are retried one by one and only
 * the faulty one fails
 */
export function createJoined<T, R>(
  max: number,
  run: (key: string, items: readonly T[]) => Promise<readonly R[]>,
  isolates: (error: unknown) => boolean,
): Joined<T, R> {
  const lanes = new Map<string, Waiting<T, R>[]>();

  const runAll = async (key: string, batch: readonly Waiting<T, R>[]): Promise<void> => {
    try {
      const results = await run(
        key,
        batch.map(({ item }) => item),
      );
      if (results.length !== batch.length) throw new Error("not one result for each item");
      results.forEach((result, i) => batch[i]?.resolve(result));
    } catch (error) {
      if (batch.length > 1 && isolates(error)) {
        for (const one of batch) await runAll(key, [one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  };

  const drain = async (key: string, lane: Waiting<T, R>[]): Promise<void> => {
    while (lane.length > 0) await runAll(key, lane.splice(0, max));
    lanes.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const lane = lanes.get(key) ?? [];
      lane.push({ item, resolve, reject });
      if (lanes.has(key)) return;
      lanes.set(key, lane);
      void drain(key, lane);
    });
}
