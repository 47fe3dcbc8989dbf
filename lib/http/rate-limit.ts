import { LRUCache } from "lru-cache";
import type pg from "pg";

import { AppError } from "@/lib/errors";
import type { Settings } from "@/lib/settings";

import { createRateCounter, type RateCounter } from "./rate-counter";

const WINDOW_SECONDS = 60;
// A process takes points in blocks of 0.5 %, so that a busy caller does not cost a statement per request.
// When few are left it takes them one by one, so that the limit stays exact across processes.
const BLOCK_SHARE = 200;
// How many processes may take their last block at once.
const KEEP_BLOCKS = 8;
const MAX_BLOCK = 1_000_000;
const MAX_CALLERS = 20_000;

type Class = "management" | "files" | "anonymous";
/** A limit that a request counts against: of its credential or address, or of the organisation. */
type Limit = { key: string; policy: "default" | "organisation"; points: number };
/** Points taken from the shared counter and not yet used; they expire with their window. */
type Block = { left: number; remaining: number; endsAt: number };

export type RateLimits = {
  settings: Settings["rateLimits"];
  count: RateCounter;
  blocks: LRUCache<string, Block>;
  refills: Map<string, Promise<void>>;
};

/** The rate limits of one process on counters shared by all. */
export function createRateLimits(pool: pg.Pool, settings: Settings["rateLimits"]): RateLimits {
  const count = createRateCounter(pool, WINDOW_SECONDS);
  return { settings, count, blocks: new LRUCache({ max: MAX_CALLERS }), refills: new Map() };
}

/**
 * Counts a request of `caller` (a credential's id, or `addressKey` without one) and of its organisation,
 * and writes what remains of the tighter limit into `headers` (spec 1.14, 1.15).
 * @param cost how many points; all are taken or none, and never more than half of the caller's limit
 * @throws AppError `rate_limited` with `retry_after` in seconds
 */
export async function limitRate(
  rateLimits: RateLimits,
  name: Class,
  caller: string,
  headers: Headers,
  orgId: string | null = null,
  cost = 1,
) {
  const points = rateLimits.settings[name];
  const limits: Limit[] = [{ key: `${name}:${caller}`, policy: "default", points }];
  if (orgId !== null) {
    const ofAll = points * rateLimits.settings.organisationFactor;
    limits.push({ key: `${name}:${orgId}`, policy: "organisation", points: ofAll });
  }
  const taken = await take(rateLimits, limits, Math.max(1, Math.min(cost, Math.floor(points / 2))));
  const { limit, block } = taken.reduce((a, b) => (leftOf(b.block) < leftOf(a.block) ? b : a));
  const retryAfter = Math.max(1, Math.ceil((block.endsAt - Date.now()) / 1000));
  headers.set("ratelimit-policy", `"${limit.policy}";q=${limit.points};w=${WINDOW_SECONDS}`);
  headers.set("ratelimit", `"${limit.policy}";r=${leftOf(block)};t=${retryAfter}`);
  if (taken.some(({ refused }) => refused))
    throw new AppError("rate_limited", { retry_after: retryAfter });
}

const leftOf = ({ left, remaining }: Block) => left + remaining;
// One that ends later than a window can is of a clock that has been set back.
const isAlive = ({ endsAt }: Block) =>
  endsAt > Date.now() && endsAt <= Date.now() + 2 * WINDOW_SECONDS * 1000;

/** Takes so many points of every limit, or none if one has fewer. */
async function take(shared: RateLimits, limits: readonly Limit[], cost: number) {
  for (;;) {
    const found = limits.flatMap((limit) => {
      const block = shared.blocks.get(limit.key);
      return block !== undefined && isAlive(block) ? [{ limit, block }] : [];
    });
    if (found.some(({ block }) => leftOf(block) < cost))
      return found.map((one) => ({ ...one, refused: leftOf(one.block) < cost }));
    const ready = found.filter(({ block }) => block.left >= cost);
    if (ready.length === limits.length) {
      for (const { block } of ready) block.left -= cost;
      return ready.map((one) => ({ ...one, refused: false }));
    }
    const keys = new Set(ready.map(({ limit }) => limit.key));
    await refillAll(
      shared,
      limits.filter(({ key }) => !keys.has(key)),
      cost,
    );
  }
}

/** Refills blocks in one statement. Concurrent refills would overshoot, so a running one is awaited. */
async function refillAll(
  shared: RateLimits,
  lacking: readonly Limit[],
  cost: number,
): Promise<void> {
  const mine = lacking.filter(({ key }) => !shared.refills.has(key));
  if (mine.length > 0) {
    const refilled = refill(shared, mine, cost).finally(() => {
      for (const { key } of mine) shared.refills.delete(key);
    });
    for (const { key } of mine) shared.refills.set(key, refilled);
  }
  await Promise.all(lacking.flatMap(({ key }) => shared.refills.get(key) ?? []));
}

async function refill(
  { blocks, count }: RateLimits,
  limits: readonly Limit[],
  cost: number,
): Promise<void> {
  const takings = limits.map(({ key, points }) => {
    const last = blocks.get(key);
    const lacking = cost - (last !== undefined && isAlive(last) ? last.left : 0);
    const size = Math.min(MAX_BLOCK, Math.max(1, Math.floor(points / BLOCK_SHARE)));
    const plenty = last !== undefined && isAlive(last) && last.remaining > KEEP_BLOCKS * size;
    return { key, limit: points, points: plenty ? Math.max(size, lacking) : lacking };
  });
  const counts = await count(takings);
  for (const { key, limit, points: taken } of takings) {
    const counted = counts.get(key);
    if (counted === undefined) throw new Error(`counter ${key} was not returned`);
    const last = blocks.get(key);
    const kept = last?.endsAt === counted.endsAt ? last.left : 0;
    const left = kept + Math.min(taken, Math.max(0, limit - (counted.points - taken)));
    const remaining = Math.max(0, limit - counted.points);
    blocks.set(key, { left, remaining, endsAt: counted.endsAt });
  }
}
