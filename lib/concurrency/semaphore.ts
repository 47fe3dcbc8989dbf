import { AppError } from "@/lib/errors";

/** Runs `work` as soon as a permit is free, and settles as `work` does. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits concurrency: at most `size` pieces of work run at once, the others wait in order of
 * arrival.
 * @param maxWaiting how many may wait; further calls are refused with AppError `unavailable`
 */
export function createSemaphore(size: number, maxWaiting = Number.MAX_SAFE_INTEGER): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) {
      if (waiting.length >= maxWaiting) throw new AppError("unavailable");
      // The permit passes from the work that ended to this one, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
