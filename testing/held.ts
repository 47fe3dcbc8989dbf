import type { Pool } from "pg";

import { eventually } from "./eventually";

/**
 * Runs a statement in a transaction and commits it only when `meanwhile` waits for one of its locks, which forces a
 * race to go one way.
 * @returns what `meanwhile` returned
 */
export async function whileHeld<T>(
  pool: Pool,
  [statement, values]: [statement: string, values: unknown[]],
  meanwhile: () => Promise<T>,
): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(statement, values);
    const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const running = meanwhile();
    await eventually("a statement that waits for the lock", async () => {
      const waiting = await pool.query(
        "SELECT FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))",
        [rows[0]?.pid],
      );
      return waiting.rowCount !== 0;
    });
    await holder.query("COMMIT");
    return await running;
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}
