import type { Pool } from "pg";

const BATCH = 5_000;

/**
 * Deletes event ids and failed runs older than `keepMs`, in batches that hold no lock for long, and
 * wake-ups that were taken but never marked done: the queue itself would keep them forever.
 */
export async function cleanUp(pool: Pool, keepMs: number): Promise<void> {
  await inBatches(
    pool,
    "delete from engine.event where ctid = any(array(select ctid from engine.event where received_at < now() - $1 * interval '1 ms' limit $2))",
    keepMs,
  );
  await inBatches(
    pool,
    `with old as (
       select id from engine.run where failed_at < now() - $1 * interval '1 ms' limit $2),
     memos as (delete from engine.memo using old where run_id = old.id)
     delete from engine.run r using old where r.id = old.id`,
    keepMs,
  );
  await pool.query(
    `select count(*) from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
       where task_identifier = 'engine-claim' and locked_at < now() - interval '4 hours' limit $1))`,
    [BATCH],
  );
}

async function inBatches(pool: Pool, statement: string, keepMs: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(statement, [keepMs, BATCH]);
    if ((rowCount ?? 0) < BATCH) return;
  }
}
