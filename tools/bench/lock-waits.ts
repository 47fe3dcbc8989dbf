import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import type { BenchEnvironment } from "./environment";

const EVERY_MS = 20;

const Sample = z.object({
  connections: z.number(),
  active: z.number(),
  row_lock: z.number(),
  internal_lock: z.number(),
  disk: z.number(),
});
type Sample = z.output<typeof Sample>;

/** What the connections to the database do, many times a second, until the returned function is called. */
export function watchConnections({ sql }: BenchEnvironment) {
  const samples: Sample[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const { rows } = await sql.query(STATEMENT);
      samples.push(Sample.parse(rows[0]));
      await sleep(EVERY_MS);
    }
  })();
  return async () => {
    ended.abort();
    await watching;
    return summarise(samples);
  };
}

/** Connections: the most at once. The others: how many of them at once, on average. */
function summarise(samples: readonly Sample[]) {
  const mean = (name: keyof Sample) =>
    Math.round((samples.reduce((sum, each) => sum + each[name], 0) / samples.length) * 100) / 100;
  return {
    connections: Math.max(...samples.map(({ connections }) => connections)),
    active: mean("active"),
    on_row_locks: mean("row_lock"),
    on_internal_locks: mean("internal_lock"),
    on_disk: mean("disk"),
  };
}

// Those of the service, not of the bench, which is the owner.
const STATEMENT = `
  SELECT count(*)::int AS connections,
    count(*) FILTER (WHERE state = 'active')::int AS active,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock')::int AS row_lock,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'LWLock')::int AS internal_lock,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'IO')::int AS disk
  FROM pg_stat_activity WHERE usename = 'tidemark_service'`;
