import { log } from "@/lib/log";

/** Counts the bytes of file contents that pass through this process, for `usage_day`. */
export type UsageCounter = {
  read(filesystemId: string, bytes: number): void;
  wrote(filesystemId: string, bytes: number): void;
  /** Writes what was counted so far. Where the database is away it is kept for the next time; never throws. */
  flush(): Promise<void>;
  /** Writes the rest; what is counted afterwards is lost. */
  close(): Promise<void>;
};

type Pool = { query(text: string, values: unknown[]): Promise<unknown> };
type Count = { read: number; written: number };

const FLUSH_MS = 1_000;

/**
 * A counter that adds up in memory and writes one statement about once a second while there is something to write, so
 * that no request waits for a row that all others change too (spec 4.18). A process that is killed
 * loses up to a second of counts, more if the database was away; they are statistics and no quota depends on them.
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
      log.warn({ err: error }, "usage could not be written yet");
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

// In the order of the ids, so that two processes never wait for each other's rows. A deleted filesystem is left out.
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
