import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";

import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { AppError } from "@/lib/errors";

/** `points` per `duration` seconds; once exceeded, attempts are refused for `blockDuration` seconds. */
type Limit = { points: number; duration: number; blockDuration?: number };

export type AttemptLimiter = RateLimiterPostgres;

/**
 * Counts attempts under a name in PostgreSQL, shared by all processes; while the database is unavailable,
 * each process counts on its own.
 */
export function createAttemptLimiter(pool: pg.Pool, name: string, limit: Limit): AttemptLimiter {
  return new RateLimiterPostgres({
    ...limit,
    keyPrefix: name,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory({ ...limit, keyPrefix: name }),
  });
}

/** Counts an attempt before it is checked. @throws AppError `rate_limited` with `retry_after` in seconds */
export async function countAttempt(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    // A transaction that counts must not wait for a share that transactions like it hold.
    await onBehalfOf(null, () => limiter.consume(key));
  } catch (refusal) {
    if (!isTooMany(refusal)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError("rate_limited", { retry_after: seconds });
  }
}

/** Whether a limiter refused. Not by class, since Next bundles a second copy of it. */
export function isTooMany(thrown: unknown): thrown is RateLimiterRes {
  return !(thrown instanceof Error) && "msBeforeNext" in Object(thrown);
}
