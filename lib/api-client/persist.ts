import { RequestError } from "./request";

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;

/** How long a request is repeated, and what decides that. */
export type RetryPolicy = {
  /** Milliseconds after the start in which a repetition may begin. */
  forMs?: number;
  /** Waits as long as a rate limit asks for, in addition to `forMs`. */
  waitsForLimits?: boolean;
  isRepeatable?: (error: unknown) => boolean;
  /** From 0 to 1: spreads the repetitions of clients that lost the same service. */
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Whether the same request may succeed soon: the service is away, busy or limits the rate. A full disk waits, like a full
 * quota, until someone makes room.
 */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Error && error.name === "TimeoutError") return true;
  if (!(error instanceof RequestError) || error.code === "storage_full") return false;
  // The body stalled on its way, and the service kept nothing of it.
  if (error.code === "incomplete_body") return true;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

const isLimited = (error: unknown) => error instanceof RequestError && error.status === 429;

/**
 * How long to wait before the n-th repetition, in milliseconds: what the service asks for or up to a tenth more,
 * otherwise half to all of a time that doubles.
 */
export function waitBefore(repetition: number, error: unknown, random = Math.random): number {
  if (error instanceof RequestError && error.retryAfter !== null)
    return error.retryAfter * 1000 * (1 + random() / 10);
  return Math.min(FIRST_WAIT_MS * 2 ** repetition, MAX_WAIT_MS) * (1 - random() / 2);
}

/**
 * Runs a request, and repeats it while what stops it is temporary. Of a request that changes something, `isRepeatable`
 * says what it was certainly not made by.
 * @throws what it last failed with
 */
export async function persist<T>(run: () => Promise<T>, retry: RetryPolicy = {}): Promise<T> {
  const { forMs = 30_000, isRepeatable = isTemporary, random, wait = sleep } = retry;
  let giveUpAt = performance.now() + forMs;
  for (let repetition = 0; ; repetition++) {
    try {
      return await run();
    } catch (error) {
      const pause = waitBefore(repetition, error, random);
      if (retry.waitsForLimits === true && isLimited(error)) giveUpAt += pause;
      if (!isRepeatable(error) || performance.now() + pause > giveUpAt) throw error;
      await wait(pause);
    }
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
