import type { Pool } from "pg";

/** A run with its results so far, leased to us in its `generation`. */
export type ClaimedRun = {
  id: string;
  function_id: string;
  generation: number;
  event: string;
  state: string;
  version: number;
  memos: [stepId: string, body: string][] | null;
  now_ms: number;
};

/**
 * Leases up to `limit` due runs, oldest first, with their memos, in one statement. The new
 * generation fences the former holder. Runs that another engine is claiming are skipped.
 */
export async function claimDue(pool: Pool, owner: string, leaseMs: number, limit: number) {
  const { rows } = await pool.query<ClaimedRun>({
    name: "engine-claim",
    text: `with due as (
        select id from engine.run where wake_at <= now()
        order by wake_at limit $3 for update skip locked),
      claimed as (
        update engine.run r set owner = $1, generation = r.generation + 1,
          wake_at = now() + $2 * interval '1 ms'
        from due where r.id = due.id
        returning r.id, r.function_id, r.generation, r.event, r.state, r.version)
      select c.*, extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
        (select json_agg(json_build_array(m.step_id, m.body) order by m.position)
         from engine.memo m where m.run_id = c.id) as memos
      from claimed c`,
    values: [owner, leaseMs, limit],
  });
  return rows;
}

/** Extends the leases of `runs`; returns the ids that are no longer ours. One statement for all. */
export async function renewLeases(
  pool: Pool,
  runs: readonly { id: string; generation: number }[],
  leaseMs: number,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: "engine-renew",
    text: `with kept as (
        update engine.run r set wake_at = now() + $3 * interval '1 ms'
        from unnest($1::text[], $2::int[]) as held(id, generation)
        where r.id = held.id and r.generation = held.generation and r.wake_at is not null returning r.id),
      slots as (
        update engine.slot set until = now() + $3 * interval '1 ms'
        where until > now() and run_id = any($1))
      select id from kept`,
    values: [runs.map((r) => r.id), runs.map((r) => r.generation), leaseMs],
  });
  const kept = new Set(rows.map((row) => row.id));
  return new Set(runs.map((run) => run.id).filter((id) => !kept.has(id)));
}

/** Releases the leases of a crashed engine of the same name, for the next claim. */
export async function takeOver(pool: Pool, owner: string): Promise<void> {
  await pool.query(
    `with slots as (update engine.slot set until = '-infinity' where owner = $1 and until > now())
     update engine.run set wake_at = now(), owner = null, generation = generation + 1
     where owner = $1 and wake_at > now()`,
    [owner],
  );
}

/** Releases claimed runs that we cannot execute, for another engine to claim in `againMs`. */
export async function postpone(pool: Pool, ids: readonly string[], owner: string, againMs: number) {
  await pool.query(
    `update engine.run set owner = null, wake_at = now() + $3 * interval '1 ms'
     where id = any($1) and owner = $2`,
    [ids, owner, againMs],
  );
}
