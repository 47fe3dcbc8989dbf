import { LRUCache } from "lru-cache";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";

import { AppError } from "@/lib/errors";
import type { Settings } from "@/lib/settings";

import { isTooMany } from "./attempt-limiter";
import { addressKey, callerAddress } from "./peer";

const WINDOW_SECONDS = 60;
// A process takes points in blocks of half a percent, so that a busy caller does not cost a statement a request. When few
// are left it takes them one by one: the limit stays exact, across processes too.
const BLOCK_SHARE = 200;
// So many processes may take their last block at the same moment.
const KEEP_BLOCKS = 8;
const MAX_CALLERS = 10_000;

type Class = "management" | "files" | "anonymous";
/** Points taken from the shared counter and not used yet; they end with their window. */
type Block = { left: number; remaining: number; endsAt: number };
type Limit = {
  points: number;
  limiter: RateLimiterPostgres;
  blocks: LRUCache<string, Block>;
  refills: Map<string, Promise<void>>;
};
export type RateLimits = Record<Class, Limit>;

/**
 * One limiter a class of requests, counting in PostgreSQL so that all processes share the limit; while
 * the database is away each process counts in its own memory.
 */
export function createRateLimits(pool: pg.Pool, points: Record<Class, number>): RateLimits {
  const limit = (name: Class): Limit => {
    const shared = { keyPrefix: name, points: points[name], duration: WINDOW_SECONDS };
    const limiter = new RateLimiterPostgres({
      ...shared,
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limit",
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(shared),
      inMemoryBlockOnConsumed: points[name] + 1,
    });
    return {
      points: points[name],
      limiter,
      blocks: new LRUCache({ max: MAX_CALLERS }),
      refills: new Map(),
    };
  };
  return { management: limit("management"), files: limit("files"), anonymous: limit("anonymous") };
}

/**
 * Counts one request of `caller` (a credential's id, or a request, whose address then counts) and
 * writes what is left into `headers` (spec 1.14, 1.15).
 * @throws AppError `rate_limited` with `retry_after` in seconds.
 */
export async function limitRate(
  services: { rateLimits: RateLimits; settings: Pick<Settings, "trustedProxies"> },
  name: Class,
  caller: string | Request,
  headers: Headers,
) {
  const limit = services.rateLimits[name];
  const key =
    typeof caller === "string"
      ? caller
      : addressKey(callerAddress(caller, services.settings.trustedProxies));
  headers.set("ratelimit-policy", `"default";q=${limit.points};w=${WINDOW_SECONDS}`);
  try {
    const block = await take(limit, key);
    report(headers, block.remaining + block.left, block.endsAt - Date.now());
  } catch (refusal) {
    if (!isTooMany(refusal)) throw refusal;
    report(headers, 0, refusal.msBeforeNext);
    throw new AppError("rate_limited", { retry_after: seconds(refusal.msBeforeNext) });
  }
}

async function take(limit: Limit, key: string): Promise<Block> {
  for (;;) {
    const block = limit.blocks.get(key);
    if (block !== undefined && block.left > 0 && block.endsAt > Date.now()) {
      block.left -= 1;
      return block;
    }
    // Who finds a refill under way waits for it: blocks taken side by side would overshoot what is left.
    await (limit.refills.get(key) ?? startRefill(limit, key, block));
  }
}

function startRefill(limit: Limit, key: string, last: Block | undefined): Promise<void> {
  const refilled = refill(limit, key, last).finally(() => limit.refills.delete(key));
  limit.refills.set(key, refilled);
  return refilled;
}

async function refill({ points, limiter, blocks }: Limit, key: string, last: Block | undefined) {
  const size = Math.max(1, Math.floor(points / BLOCK_SHARE));
  const plenty =
    last !== undefined && last.endsAt > Date.now() && last.remaining > KEEP_BLOCKS * size;
  const left = plenty ? size : 1;
  const { msBeforeNext, remainingPoints } = await limiter.consume(key, left);
  blocks.set(key, {
    left,
    remaining: Math.max(0, remainingPoints),
    endsAt: Date.now() + msBeforeNext,
  });
}

function report(headers: Headers, remaining: number, ms: number): void {
  headers.set("ratelimit", `"default";r=${remaining};t=${seconds(ms)}`);
}

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));
