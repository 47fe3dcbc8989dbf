import { log } from "@/lib/log";

/** Counts bytes of file contents read and written by this process, for `usage_day`. */
export type UsageCounter = {
  read(filesystemId: string, bytes: number): void;
  wrote(filesystemId: string, bytes: number): void;
  /** Writes the counts so far; keeps them if the database is unavailable. Never throws. */
  flush(): Promise<void>;
  /** Writes the remaining counts; later ones are lost. */
  close(): Promise<void>;
};

type Pool = { query(text: string, values: unknown[]): Promise<unknown> };
type Count = { read: number; written: number };

const FLUSH_MS = 1_000;

/**
 * Counts in memory and writes about once a second, so that requests do not contend for one row (spec 4.18).
 * A killed process loses up to a second of counts, more while the database is unavailable; no quota depends
 * on them.
 */
export function createUsageCounter(pool: Pool, flushMs = FLUSH_MS): UsageCounter {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let writing = Promise.resolve();

  const add = (filesystemId: string, { read, written }: Count) => {
    if (closed) return;
    const count = counts.get(filesystemId) ?? { read: 0, written: 0 };
    counts.set(filesystemId, { read: count.read + read, written: count.written + written });
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  };
  const writeOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = counts;
    if (taken.size === 0) return;
    counts = new Map();
    try {
      await write(pool, taken);
    } catch (error) {
      log.warn({ err: error }, "failed to write usage; retrying");
      for (const [filesystemId, count] of taken) add(filesystemId, count);
    }
  };
  const flush = () => (writing = writing.then(writeOnce));

  return {
    read: (filesystemId, bytes) => add(filesystemId, { read: bytes, written: 0 }),
    wrote: (filesystemId, bytes) => add(filesystemId, { read: 0, written: bytes }),
    flush,
    close() {
      const last = flush();
      closed = true;
      return last;
    },
  };
}

// Ordered by id, so that two processes never deadlock. Deleted filesystems are skipped.
async function write(pool: Pool, counts: Map<string, Count>): Promise<void> {
  const values = [...counts.values()];
  await pool.query(
    `INSERT INTO usage_day AS u (filesystem_id, day, bytes_read, bytes_written)
    SELECT f.id, (now() AT TIME ZONE 'UTC')::date, c.read, c.written
      FROM unnest($1::text[], $2::bigint[], $3::bigint[]) c (id, read, written)
      JOIN filesystem f ON f.id = c.id ORDER BY f.id
    ON CONFLICT (filesystem_id, day) DO UPDATE
      SET bytes_read = u.bytes_read + excluded.bytes_read, bytes_written = u.bytes_written + excluded.bytes_written`,
    [[...counts.keys()], values.map(({ read }) => read), values.map(({ written }) => written)],
  );
}
