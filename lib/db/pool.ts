import { Pool, types } from "pg";

// Cursors are compared as numbers in our code; 2^53 changes of one filesystem are out of reach.
types.setTypeParser(types.builtins.INT8, Number);

/** A connection pool whose sessions speak UTC and give up on a lost server within seconds. */
export function createPool(databaseUrl: string, max: number): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: "-c timezone=UTC",
  });
  // A connection that dies while idle must not take the process with it; the next query opens another.
  pool.on("error", () => undefined);
  // The same for one that dies while lent out: whoever waits for its answer gets the error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
