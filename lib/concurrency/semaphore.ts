import { AppError } from "@/lib/errors";

/** Runs `work` in its turn; rejects if it does. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `size` tasks at once; others wait in order of arrival.
 * @param maxWaiting how many may wait; further ones are refused with AppError `unavailable`
 */
export function createTurns(size: number, maxWaiting = Number.MAX_SAFE_INTEGER): TakeTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) {
      if (waiting.length >= maxWaiting) throw new AppError("unavailable");
      // A woken task takes over the permit of the finished one.
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
