import { Pool, types } from "pg";

// Cursors fit into numbers: a filesystem never has 2^53 changes.
types.setTypeParser(types.builtins.INT8, Number);

/** A connection pool with UTC sessions that detect a lost server within seconds. */
export function createPool(databaseUrl: string, max: number): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: "-c timezone=UTC",
  });
  // A lost idle connection must not end the process; the next query opens another.
  pool.on("error", () => undefined);
  // Likewise for a connection in use: its query gets the error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
