import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import type { Settings } from "@/lib/settings";

import { dataDirUser } from "./claims";
import { givenDatabase, migrateDatabase } from "./database";
import { startPostgres } from "./embedded-postgres";

/**
 * Runs a command with a migrated database, whether or not the service runs: that of the settings, else the embedded
 * server, started if needed. It runs as the owner of the tables. `run` closes its connections. Prints nothing to standard output.
 * @throws what `run` throws, and LaunchError or MigrationError without a usable database
 */
export async function withDatabase<Result>(
  settings: Settings,
  run: (databaseUrl: string) => Promise<Result>,
  root: string = process.cwd(),
): Promise<Result> {
  const given = givenDatabase(settings);
  if (given !== undefined) {
    await migrateDatabase(given, root);
    return run(given.ownerUrl);
  }
  const server = await startPostgres({ dataDir: settings.dataDir });
  // Open while the command runs, so that another command that finishes does not stop the server.
  const presence = new Client({ connectionString: server.ownerUrl });
  presence.on("error", () => undefined);
  await presence.connect();
  try {
    await migrateDatabase(server, root);
    return await run(server.ownerUrl);
  } finally {
    const needed = dataDirUser(settings.dataDir) !== undefined || (await othersConnected(presence));
    await presence.end().catch(() => undefined);
    if (!needed) await server.stop();
  }
}

/** Closed connections stay listed for some milliseconds. */
async function othersConnected(presence: Client): Promise<boolean> {
  for (let view = 0; view < 10; view += 1) {
    const others = await presence
      .query(
        "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      .catch(() => undefined);
    if ((others?.rowCount ?? 0) === 0) return false;
    await sleep(20);
  }
  return true;
}
