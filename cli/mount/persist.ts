import { setTimeout as wait } from "node:timers/promises";

import { RequestError } from "@/lib/api-client/request";

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** Whether the same request may succeed later: the service is away, busy or limits the rate. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Error && error.name === "TimeoutError") return true;
  if (!(error instanceof RequestError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** How long to wait before the n-th repetition, in milliseconds. */
export function waitBefore(repetition: number, error: unknown): number {
  if (error instanceof RequestError && error.retryAfter !== null) return error.retryAfter * 1000;
  return Math.min(FIRST_WAIT_MS * 2 ** repetition, MAX_WAIT_MS);
}

/**
 * Runs a request that changes nothing, and repeats it while what stops it is temporary, for at most `forMs`.
 * @throws what it last failed with
 */
export async function persist<T>(run: () => Promise<T>, forMs = 30_000): Promise<T> {
  const giveUpAt = performance.now() + forMs;
  for (let repetition = 0; ; repetition++) {
    try {
      return await run();
    } catch (error) {
      const pause = waitBefore(repetition, error);
      if (!isTemporary(error) || performance.now() + pause > giveUpAt) throw error;
      await wait(pause);
    }
  }
}
