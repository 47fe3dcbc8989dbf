import type pg from "pg";

// Counting further would cost more the larger the backlog is.
const MAX_COUNT = 10_000;
const MAX_BEHIND = 1_000;
const TIMEOUT_MS = 2_000;
// A failover advances cursors by 2^32, and history ends here.
const MAX_CHANGES = 100_000;

/** What waits in the database, for all processes together. Ages are in seconds, null where nothing waits. */
export type Backlog = {
  healthy_behind: number;
  failing_behind: number;
  healthy_oldest: number | null;
  failing_oldest: number | null;
  changes: number;
  due: number;
  oldest_due: number | null;
  undispatched: number;
  oldest_undispatched: number | null;
  reconciler_age: number | null;
  engine_runs: number;
  engine_oldest_due: number | null;
  engine_failed: number;
};

const age = (time: string) => `extract(epoch FROM clock_timestamp() - ${time})::float8`;
const ageOf = (time: string, rows: string) => `(SELECT ${age(`min(${time})`)} FROM ${rows})`;
const counted = (rows: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MAX_COUNT}) counted)`;
const HEALTHY = "waiting WHERE is_healthy";
const FAILING = "waiting WHERE NOT is_healthy";

// Every part reads an index of what waits, the oldest first and up to a bound, so that it costs the same however long
// the history is. A change that is older than the last failure has waited for its endpoint.
const TEXT = `
  WITH pending AS MATERIALIZED (
    SELECT w.filesystem_id, w.position, w.target_cursor, w.failing_since, w.last_failure_at
    FROM webhook w WHERE w.wake_at IS NOT NULL ORDER BY w.wake_at LIMIT ${MAX_BEHIND}
  ), waiting AS MATERIALIZED (
    SELECT c.at, least(p.target_cursor - p.position, ${MAX_CHANGES}) AS changes,
      p.failing_since IS NULL AND coalesce(p.last_failure_at < c.at, true) AS is_healthy
    FROM pending p CROSS JOIN LATERAL (
      SELECT c.at FROM change c WHERE c.filesystem_id = p.filesystem_id AND c.cursor > p.position
      ORDER BY c.cursor LIMIT 1) c
    WHERE p.target_cursor > p.position
  ), undispatched AS MATERIALIZED (
    SELECT c.at FROM (
      SELECT f.id, f.dispatched_cursor FROM filesystem f WHERE f.undispatched LIMIT ${MAX_BEHIND}) f
    CROSS JOIN LATERAL (
      SELECT c.at FROM change c WHERE c.filesystem_id = f.id AND c.cursor > f.dispatched_cursor
      ORDER BY c.cursor LIMIT 1) c
  )
  SELECT ${counted(HEALTHY)} AS healthy_behind, ${ageOf("at", HEALTHY)} AS healthy_oldest,
    ${counted(FAILING)} AS failing_behind, ${ageOf("at", FAILING)} AS failing_oldest,
    (SELECT coalesce(sum(changes), 0)::float8 FROM waiting) AS changes,
    ${counted("webhook WHERE wake_at <= statement_timestamp()")} AS due,
    ${ageOf("wake_at", "webhook WHERE wake_at <= statement_timestamp()")} AS oldest_due,
    ${counted("filesystem WHERE undispatched")} AS undispatched,
    ${ageOf("at", "undispatched")} AS oldest_undispatched,
    (SELECT ${age("at")} FROM reconciler_heartbeat) AS reconciler_age,
    ${counted("engine.run WHERE wake_at IS NOT NULL")} AS engine_runs,
    ${ageOf("wake_at", "engine.run WHERE wake_at <= statement_timestamp()")} AS engine_oldest_due,
    ${counted("engine.run WHERE failed_at IS NOT NULL")} AS engine_failed`;

const STATEMENT = { text: TEXT, values: [], query_timeout: TIMEOUT_MS };

/** Reads the backlog in one statement. @throws Error if the database does not respond within 2 s */
export async function readBacklog(pool: pg.Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(STATEMENT);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no backlog");
  return row;
}
