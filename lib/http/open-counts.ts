import { randomUUID } from "node:crypto";

import type pg from "pg";

import { createBatcher } from "@/lib/concurrency/batcher";
import { log } from "@/lib/log";

// A process that dies leaves its counts behind until they expire: half of the 60 s that spec 10.5 allows.
const LEASE_SECONDS = 30;
const BEAT_MS = 5_000;
// What a process may open before it tells the others: a twentieth of the limit.
const BLOCK_SHARE = 20;
const MAX_WAITING = 10_000;

/** `published` is never more than what the others may read; `others` is what they held when last asked. */
type Count = { own: number; published: number; others: number; block: number };

/** One thing that is limited, and how many of it may be open. */
export type Limit = { key: string; most: number };

const NONE = { own: 0, published: 0, others: 0 };
const blockOf = (most: number) => Math.ceil(most / BLOCK_SHARE);

/**
 * Counts what is open in this process and exchanges the counts with the other processes, a block at a time
 * (docs/decisions/0028-open-counts.md). Less than a block costs no statement.
 */
export function createOpenCounts(pool: pg.Pool) {
  const id = randomUUID();
  const counts = new Map<string, Count>();
  const get = (key: string) => counts.get(key) ?? NONE;

  const sendAll = createBatcher<readonly string[], void>(
    MAX_WAITING,
    async (_, waiting) => {
      await send(pool, id, counts, new Set(waiting.flat()));
      return waiting.map(() => undefined);
    },
    () => false,
  );
  const beat = async () => {
    const published = [...counts].filter(([, count]) => count.published > 0);
    if (published.length > 0)
      await sendAll(
        "",
        published.map(([key]) => key),
      );
  };
  const beating = setInterval(
    () => void beat().catch((error: unknown) => log.warn({ err: error }, "failed to renew counts")),
    BEAT_MS,
  ).unref();

  return {
    /** The name under which this process publishes. */
    id,
    /** How many of these this process holds. */
    own: (key: string) => get(key).own,
    /** Whether no more may be open, as far as this process knows. */
    isFull: ({ key, most }: Limit) => get(key).own + get(key).others >= most,
    /** Whether this process must tell the others before it opens another one. */
    mustPublish: ({ key, most }: Limit) => get(key).own >= get(key).published + blockOf(most),
    /** Publishes these and reads what the others hold, together with all who ask at the time. */
    exchange: (limits: readonly Limit[]) =>
      sendAll(
        "",
        limits.map(({ key }) => key),
      ),
    beat,
    add({ key, most }: Limit) {
      const count = counts.get(key) ?? { ...NONE, block: blockOf(most) };
      count.own += 1;
      counts.set(key, count);
    },
    remove({ key }: Limit) {
      const count = counts.get(key);
      if (count === undefined) return;
      count.own -= 1;
      forgetUnused(counts, key, count);
    },
    /** Withdraws what was published. */
    async close() {
      clearInterval(beating);
      await pool.query("DELETE FROM open_count WHERE process = $1", [id]).catch(() => undefined);
    },
  };
}

function forgetUnused(counts: Map<string, Count>, key: string, { own, published }: Count) {
  if (own === 0 && published === 0) counts.delete(key);
}

/** Publishes the counts of these keys, 0 for those below a block, and takes in those of the others. */
async function send(pool: pg.Pool, id: string, counts: Map<string, Count>, keys: Set<string>) {
  const names = [...keys];
  const held = names.map((key) => {
    const count = counts.get(key);
    if (count === undefined || count.own < count.block) return 0;
    return count.own;
  });
  const each = (take: (count: Count, held: number, key: string) => void) =>
    names.forEach((key, i) => {
      const count = counts.get(key);
      if (count !== undefined) take(count, held[i] ?? 0, key);
    });
  // The others may read it from now on, also if this fails.
  each((count, now) => (count.published = Math.min(count.published, now)));
  const others = await exchange(pool, id, names, held);
  each((count, now, key) => {
    count.published = now;
    count.others = others.get(key) ?? 0;
    forgetUnused(counts, key, count);
  });
}

type Row = { name: string; others: number };

async function exchange(pool: pg.Pool, id: string, names: string[], held: number[]) {
  const { rows } = await pool.query<Row>({
    name: "open-counts-exchange",
    text: "SELECT name, others FROM open_counts_exchange($1, $2, $3, make_interval(secs => $4))",
    values: [id, names, held, LEASE_SECONDS],
  });
  return new Map(rows.map(({ name, others }) => [name, others]));
}
