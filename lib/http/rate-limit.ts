import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";

import { addressKey, callerAddress } from "./peer";

const WINDOW_SECONDS = 60;

type Class = "management" | "files" | "anonymous";
export type RateLimits = Record<Class, RateLimiterPostgres>;

/**
 * One limiter a class of requests, counting in PostgreSQL so that all processes share the limit; while
 * the database is away each process counts in its own memory.
 */
export function createRateLimits(pool: pg.Pool, points: Record<Class, number>): RateLimits {
  const limiter = (name: Class) => {
    const shared = { keyPrefix: name, points: points[name], duration: WINDOW_SECONDS };
    return new RateLimiterPostgres({
      ...shared,
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limit",
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(shared),
      inMemoryBlockOnConsumed: points[name] + 1,
    });
  };
  return {
    management: limiter("management"),
    files: limiter("files"),
    anonymous: limiter("anonymous"),
  };
}

/**
 * Counts one request of `caller` (a credential's id, or a request, whose address then counts) and
 * writes what is left into `headers` (contract, section 1 "Rate limits").
 * @throws AppError `rate_limited` with `retry_after` in seconds.
 */
export async function limitRate(
  services: Services,
  name: Class,
  caller: string | Request,
  headers: Headers,
) {
  const limiter = services.rateLimits[name];
  const key =
    typeof caller === "string"
      ? caller
      : addressKey(callerAddress(caller, services.settings.trustedProxies));
  headers.set("ratelimit-policy", `"default";q=${limiter.points};w=${WINDOW_SECONDS}`);
  try {
    report(headers, await limiter.consume(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    report(headers, refusal);
    throw new AppError("rate_limited", { retry_after: seconds(refusal) });
  }
}

function report(headers: Headers, result: RateLimiterRes): void {
  headers.set(
    "ratelimit",
    `"default";r=${Math.max(0, result.remainingPoints)};t=${seconds(result)}`,
  );
}

const seconds = (result: RateLimiterRes) => Math.max(1, Math.ceil(result.msBeforeNext / 1000));
