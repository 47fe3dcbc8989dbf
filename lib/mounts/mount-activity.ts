import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { log } from "@/lib/log";

/** What this process noticed of mount sessions, for the list of them (spec 4.22). */
export type MountActivity = {
  /** A session made a request now. `client`: the program, if the request says so. */
  seen(sessionId: string, from: { address: string; client?: string }): void;
  /** A session read or wrote so many bytes of file contents. */
  read(sessionId: string, bytes: number): void;
  wrote(sessionId: string, bytes: number): void;
  /** Writes what was noticed so far; keeps it if the database is unavailable. Never throws. */
  flush(): Promise<void>;
  /** Writes the rest; what comes later is lost. */
  close(): Promise<void>;
};

type Pool = {
  query(text: string, values: unknown[]): Promise<{ rows: { id: string }[] }>;
};
type Unwritten = {
  address: string | null;
  client: string | null;
  /** Of the process, in milliseconds; null: no request. */
  at: number | null;
  read: number;
  written: number;
};

/** The first of a while is written soon, so that people see a machine connect. */
const TIMES = { everyMs: 30_000, soonMs: 1_000 };
const NOTHING: Unwritten = { address: null, client: null, at: null, read: 0, written: 0 };

/** Notices in memory and writes one statement for all sessions every 30 seconds at most. */
export function createMountActivity(pool: Pool, times = TIMES): MountActivity {
  let unwritten = new Map<string, Unwritten>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let wroteAt = -Infinity;
  let writing = Promise.resolve();

  const set = (id: string, one: Unwritten) => {
    if (closed) return;
    unwritten.set(id, one);
    const waitMs = Math.max(times.soonMs, wroteAt + times.everyMs - performance.now());
    timer ??= setTimeout(() => void flush(), waitMs).unref();
  };
  const add = (id: string, more: Partial<Unwritten>) =>
    set(id, merge(unwritten.get(id) ?? NOTHING, more));
  const restore = (id: string, old: Unwritten) => set(id, merge(old, unwritten.get(id) ?? NOTHING));
  const writeOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = unwritten;
    if (taken.size === 0) return;
    unwritten = new Map();
    wroteAt = performance.now();
    try {
      for (const id of await write(pool, taken)) restore(id, taken.get(id) ?? NOTHING);
    } catch (error) {
      log.warn({ err: error }, "failed to write the activity of mounts; retrying");
      for (const [id, one] of taken) restore(id, one);
    }
  };
  const flush = () => (writing = onBehalfOf(null, () => writing.then(writeOnce)));

  return {
    seen: (id, from) => add(id, { ...from, at: performance.now() }),
    read: (id, bytes) => add(id, { read: bytes }),
    wrote: (id, bytes) => add(id, { written: bytes }),
    flush,
    close() {
      const last = flush();
      closed = true;
      return last;
    },
  };
}

const merge = (old: Unwritten, more: Partial<Unwritten>): Unwritten => ({
  address: more.address ?? old.address,
  client: more.client ?? old.client,
  at: more.at ?? old.at,
  read: old.read + (more.read ?? 0),
  written: old.written + (more.written ?? 0),
});

// Returns the sessions that others have locked. To wait for them could be a deadlock with what ends many sessions.
async function write(pool: Pool, unwritten: Map<string, Unwritten>): Promise<string[]> {
  const all = [...unwritten.values()];
  const now = performance.now();
  const { rows } = await pool.query(
    `WITH c AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::bigint[], $6::bigint[])
        AS x (id, address, client, age_ms, read, written)),
      free AS (SELECT m.id FROM mount_session m JOIN c ON c.id = m.id FOR NO KEY UPDATE OF m SKIP LOCKED),
      done AS (UPDATE mount_session m
        SET address = coalesce(c.address, m.address), client = coalesce(c.client, m.client),
          last_active_at = greatest(m.last_active_at, clock_timestamp() - c.age_ms * interval '1 millisecond'),
          bytes_read = m.bytes_read + c.read, bytes_written = m.bytes_written + c.written
        FROM c JOIN free ON free.id = c.id WHERE m.id = c.id RETURNING m.id)
    SELECT m.id FROM mount_session m JOIN c ON c.id = m.id WHERE NOT EXISTS (SELECT FROM done d WHERE d.id = m.id)`,
    [
      [...unwritten.keys()],
      all.map(({ address }) => address),
      all.map(({ client }) => client),
      all.map(({ at }) => (at === null ? null : now - at)),
      all.map(({ read }) => read),
      all.map(({ written }) => written),
    ],
  );
  return rows.map(({ id }) => id);
}
