import type { Client, Pool } from "pg";

/** What a database has written so far: rows by table (inserted, updated and deleted), and bytes of its log. */
export type Writes = { rows: Record<string, number>; walBytes: number };

const ROWS = `SELECT schemaname || '.' || relname AS name, (n_tup_ins + n_tup_upd + n_tup_del)::int AS rows
  FROM pg_stat_user_tables`;
const LOG = "SELECT wal_bytes::int AS bytes FROM pg_stat_get_backend_wal(pg_backend_pid())";

/** Reads the counts of the connections, which must be idle. Other connections count rows only, up to 10 s later. */
export async function readWrites(pool: Pool, clients: Iterable<Client>): Promise<Writes> {
  let walBytes = 0;
  for (const client of clients) {
    // Without this a connection keeps its counts to itself for seconds.
    await client.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await client.query<{ bytes: number }>(LOG);
    walBytes += rows[0]?.bytes ?? 0;
  }
  const { rows } = await pool.query<{ name: string; rows: number }>(ROWS);
  return { rows: Object.fromEntries(rows.map((row) => [row.name, row.rows])), walBytes };
}

/** What was written between two readings, without tables that stayed the same. */
export function writesBetween(before: Writes, after: Writes): Writes {
  const rows = Object.entries(after.rows)
    .map(([name, count]): [string, number] => [name, count - (before.rows[name] ?? 0)])
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => a.localeCompare(b));
  return { rows: Object.fromEntries(rows), walBytes: after.walBytes - before.walBytes };
}
