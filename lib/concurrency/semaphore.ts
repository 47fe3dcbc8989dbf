import { AppError } from "@/lib/errors";

/** Runs `work` when it is its turn; rejects as it does. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `size` works run at once; the others wait in the order in which they came.
 * @param maxWaiting how many may wait; work that finds as many is refused with AppError `unavailable`
 */
export function createTurns(size: number, maxWaiting = Number.MAX_SAFE_INTEGER): TakeTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= size) {
      if (waiting.length >= maxWaiting) throw new AppError("unavailable");
      // Who is woken takes over the turn of the one that ended.
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
