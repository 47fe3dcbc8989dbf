import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";

import { AppError } from "@/lib/errors";

/** So many points in so many seconds; `blockDuration`: for how long too many are refused. */
type Limit = { points: number; duration: number; blockDuration?: number };

export type AttemptLimiter = RateLimiterPostgres;

/**
 * Counts attempts under a name, in PostgreSQL, so that all processes share the count; while the database is away each
 * process counts for itself.
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

/** Counts one attempt before it is looked at. @throws AppError `rate_limited` with `retry_after` in seconds. */
export async function countAttempt(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!isTooMany(refusal)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError("rate_limited", { retry_after: seconds });
  }
}

/** Whether a limiter says that it was too many. Not by its class, of which Next bundles a copy beside the server's. */
export function isTooMany(thrown: unknown): thrown is RateLimiterRes {
  return !(thrown instanceof Error) && "msBeforeNext" in Object(thrown);
}
