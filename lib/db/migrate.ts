import path from "node:path";

import { Client } from "pg";

import { applyFunctions } from "./apply-functions";
import { applyMigrations } from "./apply-migrations";

// The lock of `prisma migrate`, so that both never run at the same time.
const LOCK = 72_707_369;

// The engine brings its own tables.
const ENGINE_MIGRATIONS = "../inngest/engine/migrations";

/** What `migrateDeploy` changed: migrations in order, and the functions' version if applied. */
export type Applied = { migrations: string[]; functionsVersion: number | undefined };

/**
 * Migrates a database to `directory` (a `prisma` folder): pending migrations, also of the engine beside it, then the functions if their
 * version is higher or their files changed. Concurrent calls take turns.
 * @throws MigrationError if something fails to apply; pg errors without a connection
 */
export function migrateDeploy(databaseUrl: string, directory = "prisma"): Promise<Applied> {
  return withLock(databaseUrl, async (client) => {
    const migrations = await applyMigrations(client, [
      path.join(directory, "migrations"),
      path.join(directory, ENGINE_MIGRATIONS),
    ]);
    return { migrations, functionsVersion: await applyFunctions(client, directory) };
  });
}

/** The functions of `migrateDeploy` alone, as they are while someone edits them. Throws like it. */
export function deployFunctions(databaseUrl: string, directory: string): Promise<unknown> {
  return withLock(databaseUrl, (client) => applyFunctions(client, directory));
}

async function withLock<Result>(
  databaseUrl: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A lost connection fails the next statement; without a listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET lock_timeout = '60s'");
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query("RESET lock_timeout");
    return await run(client);
  } finally {
    await client.end();
  }
}
