import path from "node:path";

import { Client } from "pg";

import { applyFunctions } from "./apply-functions";
import { applyMigrations } from "./apply-migrations";
import { grantService } from "./grant-service";

// The lock of `prisma migrate`, so that both never run at the same time.
const LOCK = 72_707_369;

// The engine brings its own tables.
const ENGINE_MIGRATIONS = "../inngest/engine/migrations";

/** How the service connects, and the role that owns and migrates its database; both can be the same. */
export type DatabaseUrls = { url: string; ownerUrl: string };

/** What `migrateDeploy` changed: migrations in order, and the functions' version if applied. */
export type Applied = {
  migrations: string[];
  functionsVersion: number | undefined;
  /** The service has the privileges of the tables' owner. */
  isOwner: boolean;
};

/**
 * Migrates a database to `directory` (a `prisma` folder): pending migrations, also of the engine beside it, then the functions if their
 * version is higher or their files changed, and lets the service's role use them. Concurrent calls take turns.
 * @throws MigrationError if something fails to apply; pg errors without a connection
 */
export function migrateDeploy(
  { url, ownerUrl }: DatabaseUrls,
  directory = "prisma",
): Promise<Applied> {
  return withLock(ownerUrl, async (client) => {
    const migrations = await applyMigrations(client, [
      path.join(directory, "migrations"),
      path.join(directory, ENGINE_MIGRATIONS),
    ]);
    await migrateQueue(ownerUrl);
    const functionsVersion = await applyFunctions(client, directory);
    if (url !== ownerUrl) await grantService(client, userOf(url));
    return { migrations, functionsVersion, isOwner: url === ownerUrl && (await isOwner(client)) };
  });
}

/** The tables of the engine's queue library. */
async function migrateQueue(connectionString: string): Promise<void> {
  const { Logger, runMigrations } = await import("graphile-worker");
  await runMigrations({ connectionString, logger: new Logger(() => () => undefined) });
}

async function isOwner(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "SELECT FROM pg_tables WHERE tablename = '_functions' AND pg_has_role(tableowner, 'USAGE')",
  );
  return rowCount !== 0;
}

const userOf = (url: string) => decodeURIComponent(new URL(url).username);

/** The functions of `migrateDeploy` alone, as they are while someone edits them. Throws like it. */
export function deployFunctions(ownerUrl: string, directory: string): Promise<unknown> {
  return withLock(ownerUrl, (client) => applyFunctions(client, directory));
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
