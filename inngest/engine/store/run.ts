import type { Pool, PoolClient } from "pg";

/**
 * A run in our generation of it. Once a newer generation exists, every statement here does nothing.
 */
export type RunKey = { id: string; generation: number };
export type MemoRow = { stepId: string; body: string; position: number };
export type Progress = { state: string; version: number; memos: readonly MemoRow[] };

const MEMOS = `insert into engine.memo (run_id, step_id, position, body)
  select saved.id, m.* from saved, unnest($5::text[], $6::int[], $7::text[]) as m
  on conflict do nothing`;

/** Stores results and state and extends our lease. False: the lease was lost. */
export async function saveRun(pool: Pool, key: RunKey, progress: Progress, leaseMs: number) {
  const { rowCount } = await pool.query({
    name: "engine-save",
    text: `with saved as (
        update engine.run set state = $3, version = $4, wake_at = now() + $8 * interval '1 ms'
        where id = $1 and generation = $2 returning id),
      memos as (${MEMOS})
      select 1 from saved`,
    values: [...values(key, progress), leaseMs],
  });
  return rowCount === 1;
}

/**
 * Stores the same and releases the run until `wakeAt` (milliseconds since 1970), with a wake-up for
 * then.
 */
export async function releaseRun(pool: Pool, key: RunKey, progress: Progress, wakeAt: number) {
  const { rowCount } = await pool.query({
    name: "engine-release",
    text: `with saved as (
        update engine.run set state = $3, version = $4, owner = null, generation = generation + 1,
          wake_at = greatest(now(), to_timestamp($8::float8 / 1000))
        where id = $1 and generation = $2 returning id, wake_at),
      memos as (${MEMOS})
      select (graphile_worker.add_job('engine-claim', run_at => wake_at,
        max_attempts => 1, flags => array['room'])).id from saved`,
    values: [...values(key, progress), wakeAt],
  });
  return rowCount === 1;
}

/** Stores the same and parks the run until its function has a free slot (see `slot.ts`). */
export async function parkRun(pool: Pool, key: RunKey, progress: Progress) {
  await pool.query({
    name: "engine-park",
    text: `with saved as (
        update engine.run set state = $3, version = $4, owner = null, generation = generation + 1,
          wake_at = null, parked_at = clock_timestamp()
        where id = $1 and generation = $2 returning id)
      ${MEMOS}`,
    values: values(key, progress),
  });
}

/** Deletes a run that succeeded, with its memos. */
export async function finishRun(pool: Pool, key: RunKey, hasMemos: boolean) {
  const memos = hasMemos
    ? "with gone as (delete from engine.run where id = $1 and generation = $2 returning id) delete from engine.memo using gone where run_id = gone.id"
    : "delete from engine.run where id = $1 and generation = $2";
  const name = hasMemos ? "engine-finish-memos" : "engine-finish";
  await pool.query({ name, text: memos, values: [key.id, key.generation] });
}

/** Marks a run as failed, with its error as JSON. False: the lease was lost. */
export async function failRun(client: PoolClient, key: RunKey, error: string) {
  const { rowCount } = await client.query(
    `update engine.run set failed_at = now(), error = $3, owner = null, wake_at = null
     where id = $1 and generation = $2`,
    [key.id, key.generation, error],
  );
  return rowCount === 1;
}

function values(key: RunKey, { state, version, memos }: Progress) {
  const columns = [
    memos.map((m) => m.stepId),
    memos.map((m) => m.position),
    memos.map((m) => m.body),
  ];
  return [key.id, key.generation, state, version, ...columns];
}
