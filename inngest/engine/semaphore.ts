/** Runs `work` as soon as a permit is free, and settles as `work` does. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits concurrency: at most `size` pieces of work run at once, the others wait in order of
 * arrival.
 */
export function createSemaphore(size: number): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // The permit passes from the work that ended to this one, so `running` stays the same.
    if (running >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
