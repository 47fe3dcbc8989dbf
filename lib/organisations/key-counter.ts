import { type BufferedCounts, createBufferedCounts } from "@/lib/db/buffered-counts";

/** Requests with API keys through this process, by key, for `api_key_day`. */
export type KeyCounter = BufferedCounts<"requests" | "failed">;

type Pool = { query(text: string, values: unknown[]): Promise<unknown> };

/** Counts the requests of API keys (spec 4.59); no limit depends on them. */
export const createKeyCounter = (pool: Pool): KeyCounter =>
  // Ordered by id, so that two processes never deadlock.
  createBufferedCounts(["requests", "failed"], (ids, requests, failed) =>
    pool.query(
      `INSERT INTO api_key_day AS k (api_key_id, day, requests, failed)
      SELECT a.id, (now() AT TIME ZONE 'UTC')::date, c.requests, c.failed
        FROM unnest($1::text[], $2::bigint[], $3::bigint[]) c (id, requests, failed)
        JOIN api_key a ON a.id = c.id ORDER BY a.id
      ON CONFLICT (api_key_id, day) DO UPDATE
        SET requests = k.requests + excluded.requests, failed = k.failed + excluded.failed`,
      [ids, requests, failed],
    ),
  );
