import type pg from "pg";
import { RateLimiterMemory } from "rate-limiter-flexible";

/** Points to take from the counter `key`. */
type Taking = { key: string; points: number };
/** The counter's new value, and when it resets, in milliseconds since 1970. */
type Count = { points: number; endsAt: number };

/** Adds to several counters in one statement; returns their new values by key. */
export type RateCounter = (takings: readonly Taking[]) => Promise<Map<string, Count>>;

/**
 * Counters in PostgreSQL, shared by all processes; while the database is unavailable, each process counts
 * in memory.
 */
export function createRateCounter(pool: pg.Pool, windowSeconds: number): RateCounter {
  const points = Number.MAX_SAFE_INTEGER;
  const memory = new RateLimiterMemory({ points, duration: windowSeconds });
  const merge = async (taking: Taking) => {
    const { consumedPoints, msBeforeNext } = await memory.consume(taking.key, taking.points);
    return [taking.key, { points: consumedPoints, endsAt: Date.now() + msBeforeNext }] as const;
  };
  return (takings) =>
    add(pool, takings, windowSeconds).catch(
      async () => new Map(await Promise.all(takings.map(merge))),
    );
}

// Ordered by key, so that two statements with the same counters never deadlock. A window that ends much later is of a
// clock that was ahead and has been set back.
const ADD = `
  INSERT INTO rate_limit AS r (key, points, expire)
  SELECT t.key, t.points, $4 FROM unnest($1::text[], $2::int[]) AS t (key, points) ORDER BY t.key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN r.expire > $3 AND r.expire <= $5 THEN r.points + excluded.points ELSE excluded.points END,
    expire = CASE WHEN r.expire > $3 AND r.expire <= $5 THEN r.expire ELSE excluded.expire END
  RETURNING key, points, expire`;

async function add(pool: pg.Pool, takings: readonly Taking[], windowSeconds: number) {
  const now = Date.now();
  const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
    name: "rate-counter-add",
    text: ADD,
    values: [
      takings.map(({ key }) => key),
      takings.map(({ points }) => points),
      now,
      now + windowSeconds * 1000,
      now + 2 * windowSeconds * 1000,
    ],
  });
  return new Map(
    rows.map(({ key, points, expire }) => [key, { points, endsAt: Number(expire) }] as const),
  );
}
