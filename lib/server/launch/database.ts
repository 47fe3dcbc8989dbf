import path from "node:path";

import { type Applied, type DatabaseUrls, migrateDeploy } from "@/lib/db/migrate";
import { MigrationError } from "@/lib/db/migration-error";
import type { Settings } from "@/lib/settings";

import { startPostgres } from "./embedded-postgres";
import { explainDatabase } from "./explain";
import { LaunchError } from "./launch-error";
import { guardPostgres } from "./postgres-guard";
import { say, step } from "./progress";

/** The database of the settings; undefined: the embedded one. */
export function givenDatabase({ databaseUrl, databaseAdminUrl }: Settings) {
  if (databaseUrl === undefined) return undefined;
  return { url: databaseUrl, ownerUrl: databaseAdminUrl ?? databaseUrl };
}

/**
 * The service's database while it runs: `DATABASE_URL` and `DATABASE_ADMIN_URL`, else the embedded server, which is watched and
 * restarted. `stop` stops only what this started or adopted.
 * @throws LaunchError if the embedded server does not start.
 */
export async function openDatabase(
  settings: Settings,
): Promise<DatabaseUrls & { stop(): Promise<void> }> {
  const given = givenDatabase(settings);
  if (given !== undefined) return { ...given, stop: () => Promise.resolve() };
  const { dataDir } = settings;
  const server = await step(
    () => startPostgres({ dataDir }),
    ({ port, adopted }) =>
      `database ${adopted ? "already running" : "ready"} on 127.0.0.1:${port}, data in ${path.relative(process.cwd(), dataDir) || dataDir}`,
  );
  const parentWatch = guardPostgres({ dataDir }, server, (line) => say(`! ${line}`));
  const { url, ownerUrl } = server;
  return { url, ownerUrl, stop: () => parentWatch.stop() };
}

/**
 * Migrates the database schema. Returns what was applied.
 * @throws MigrationError, or LaunchError with one line on why the database cannot be used.
 */
export async function migrateDatabase(urls: DatabaseUrls, root: string): Promise<Applied> {
  try {
    return await migrateDeploy(urls, path.join(root, "prisma"));
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    throw new LaunchError(explainDatabase(urls, error), { cause: error });
  }
}
