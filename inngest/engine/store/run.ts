import type { Pool, PoolClient } from "pg";

/**
 * A run in our generation of it. Once a newer generation exists, every statement here does nothing.
 * One that is not `stored` has no row yet, and the first statement inserts it.
 */
export type RunKey = {
  id: string;
  generation: number;
  stored: boolean;
  event: string;
  spec: { id: string };
};
export type MemoRow = { stepId: string; body: string; position: number };
export type Progress = { state: string; version: number; memos: readonly MemoRow[] };

const MEMOS = `insert into engine.memo (run_id, step_id, position, body)
  select saved.id, m.* from saved, unnest($5::text[], $6::int[], $7::text[]) as m
  on conflict do nothing`;

/** Stores results and state and extends our lease. False: the lease was lost. */
export function saveRun(
  pool: Pool,
  run: RunKey,
  progress: Progress,
  lease: { owner: string; ms: number },
) {
  const set = { owner: "$8", wake_at: "now() + $9 * interval '1 ms'" };
  return write(pool, "engine-save", run, progress, set, [lease.owner, lease.ms]);
}

/**
 * Stores the same and releases the run until `wakeAt` (milliseconds since 1970), with a wake-up for
 * then. Null: until its function has a free slot (see `slot.ts`).
 */
export function releaseRun(pool: Pool, run: RunKey, progress: Progress, wakeAt: number | null) {
  const set = {
    owner: "null",
    generation: "$2::int + 1",
    wake_at:
      "case when $8::float8 is not null then greatest(now(), to_timestamp($8::float8 / 1000)) end",
    parked_at: "case when $8::float8 is null then clock_timestamp() end",
  };
  const hint = `select (graphile_worker.add_job('engine-claim', run_at => wake_at,
    max_attempts => 1, flags => array['room'])).id from saved where wake_at is not null`;
  return write(pool, "engine-release", run, progress, set, [wakeAt], hint);
}

/** Marks a run as failed, with its error as JSON. False: the lease was lost. */
export function failRun(client: PoolClient, run: RunKey, progress: Progress, error: string) {
  const set = { owner: "null", wake_at: "null", failed_at: "now()", error: "$8" };
  return write(client, "engine-fail", run, progress, set, [error]);
}

/** Deletes runs that succeeded, with their memos. */
export async function finishRuns(pool: Pool, runs: readonly RunKey[]): Promise<void> {
  await pool.query({
    name: "engine-finish",
    text: `with gone as (
        delete from engine.run r using unnest($1::text[], $2::int[]) as done(id, generation)
        where r.id = done.id and r.generation = done.generation returning r.id)
      delete from engine.memo using gone where run_id = gone.id`,
    values: [runs.map((run) => run.id), runs.map((run) => run.generation)],
  });
}

/** `set` has an expression for each column; its parameters are $8 and following, in `extra`. */
async function write(
  db: Pool | PoolClient,
  name: string,
  run: RunKey,
  { state, version, memos }: Progress,
  set: Record<string, string>,
  extra: unknown[],
  then = "select 1 from saved",
): Promise<boolean> {
  const values: unknown[] = [run.id, run.generation, state, version];
  values.push(...(["stepId", "position", "body"] as const).map((key) => memos.map((m) => m[key])));
  values.push(...extra);
  const columns = Object.entries({ generation: "$2", state: "$3", version: "$4", ...set });
  const names = columns.map(([column]) => column);
  const saved = run.stored
    ? `update engine.run set ${columns.map(([column, to]) => `${column} = ${to}`).join()}
        where id = $1 and generation = $2 returning id, wake_at`
    : `insert into engine.run as r (id, function_id, event, ${names.join()})
        values ($1, $${values.push(run.spec.id)}, $${values.push(run.event)}, ${columns.map(([, to]) => to).join()})
        on conflict (id) do update set ${names.map((column) => `${column} = excluded.${column}`).join()}
          where r.generation = $2 returning id, wake_at`;
  const { rowCount } = await db.query({
    name: run.stored ? name : `${name}-new`,
    text: `with saved as (${saved}), memos as (${MEMOS}) ${then}`,
    values,
  });
  return rowCount === 1;
}
