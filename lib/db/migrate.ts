import path from "node:path";

import { Client } from "pg";

import { applyFunctions } from "./apply-functions";
import { applyMigrations } from "./apply-migrations";

// The lock that `prisma migrate` takes, so that the two never work at the same time.
const LOCK = 72_707_369;

/** What `migrateDeploy` changed: the migrations applied, in order, and the version of the functions if applied. */
export type Applied = { migrations: string[]; functionsVersion: number | undefined };

/**
 * Brings a database up to date with `directory` (a `prisma` folder): the migrations that it has not seen, then
 * the functions if their version is higher or their files changed. One process at a time does it.
 * @throws MigrationError if something cannot be applied; pg errors if there is no connection.
 */
export async function migrateDeploy(databaseUrl: string, directory = "prisma"): Promise<Applied> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection lost between two statements makes the next one fail; without a listener it ends the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET lock_timeout = '60s'");
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query("RESET lock_timeout");
    const migrations = await applyMigrations(client, path.join(directory, "migrations"));
    return { migrations, functionsVersion: await applyFunctions(client, directory) };
  } finally {
    await client.end();
  }
}
