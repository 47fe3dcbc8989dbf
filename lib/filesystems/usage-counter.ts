import { type BufferedCounts, createBufferedCounts } from "@/lib/db/buffered-counts";

/** Bytes of file contents read and written through this process, by filesystem, for `usage_day`. */
export type UsageCounter = BufferedCounts<"read" | "written">;

type Pool = { query(text: string, values: unknown[]): Promise<unknown> };

/** Counts the contents that filesystems carry (spec 4.18); no quota depends on them. */
export const createUsageCounter = (pool: Pool, flushMs?: number): UsageCounter =>
  createBufferedCounts(
    ["read", "written"],
    // Ordered by id, so that two processes never deadlock. Deleted filesystems are skipped.
    (ids, read, written) =>
      pool.query(
        `INSERT INTO usage_day AS u (filesystem_id, day, bytes_read, bytes_written)
        SELECT f.id, (now() AT TIME ZONE 'UTC')::date, c.read, c.written
          FROM unnest($1::text[], $2::bigint[], $3::bigint[]) c (id, read, written)
          JOIN filesystem f ON f.id = c.id ORDER BY f.id
        ON CONFLICT (filesystem_id, day) DO UPDATE
          SET bytes_read = u.bytes_read + excluded.bytes_read, bytes_written = u.bytes_written + excluded.bytes_written`,
        [ids, read, written],
      ),
    flushMs,
  );
