/** Does one piece of work for `key` and answers its result. */
export type Joined<T, R> = (key: string, item: T) => Promise<R>;

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void };

/**
 * Joins work on the same key: the first goes at once and alone, what arrives while it runs goes together next, at most
 * `max` at a time and in the order of arrival. Who works alone never waits.
 * @param run does all or nothing, and answers one result for each item in their order
 * @param isolates whether after this error nothing was done, so that the items may be tried one by one: what one of them
 * breaks is its own failure
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
