import type { Pool, PoolClient } from "pg";

import { type RunState, writeState } from "@/inngest/engine/state";

/**
 * A run to create: for which function, of which event, and when it starts (milliseconds since
 * 1970).
 */
export type NewRun = {
  id: string;
  functionId: string;
  eventId: string;
  event: string;
  madeAt: number | null;
  state: RunState;
  at: number;
  /** Whether the caller starts it itself, once it is committed if it is `stored`. */
  lease: boolean;
  stored: boolean;
};

/**
 * Stores the ids of events and the runs they start, with wake-ups for those not leased to the
 * caller, in one statement and so in one transaction. An id accepted in the last 24 hours starts
 * nothing.
 * @param hint false: only runs that start later get a wake-up
 * @returns the ids of the runs that exist now
 */
export async function insertRuns(
  db: Pool | PoolClient,
  runs: readonly NewRun[],
  lease: { owner: string; ms: number },
  hint: boolean,
): Promise<Set<string>> {
  // Sorted ids: two posts that share some cannot deadlock.
  const eventIds = [...new Set(runs.map((run) => run.eventId))].toSorted();
  const { rows } = await db.query<{ id: string }>({
    name: "engine-ingest",
    text: `with fresh as (
        insert into engine.event (id) select id from unnest($1::text[]) as given(id)
        on conflict (id) do update set received_at = now()
          where engine.event.received_at < now() - interval '24 hours'
        returning id),
      started as (
        insert into engine.run (id, function_id, event, state, owner, wake_at)
        select r.id, r.function_id, r.event, r.state, case when r.lease then $8 end,
          case when r.lease then now() + $9 * interval '1 ms'
            else greatest(now(), to_timestamp(r.at / 1000)) end
        from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $10::bool[])
          as r(id, function_id, event_id, event, state, at, lease)
        join fresh on fresh.id = r.event_id
        returning id, wake_at, owner),
      hints as (
        select (graphile_worker.add_job('engine-claim', run_at => wake_at,
          max_attempts => 1, flags => array['room'])).id
        from (select distinct wake_at from started
          where owner is null and ($11 or wake_at > now())) s)
      select id, (select count(*) from hints) as hints from started`,
    values: [
      eventIds,
      runs.map((run) => run.id),
      runs.map((run) => run.functionId),
      runs.map((run) => run.eventId),
      runs.map((run) => run.event),
      runs.map((run) => writeState(run.state)),
      runs.map((run) => run.at),
      lease.owner,
      lease.ms,
      runs.map((run) => run.lease),
      hint,
    ],
  });
  return new Set(rows.map((row) => row.id));
}

/** Stores ids of events that started runs without a row. */
export async function storeEventIds(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    "insert into engine.event (id) select id from unnest($1::text[]) as given(id) order by id on conflict do nothing",
    [ids],
  );
}
