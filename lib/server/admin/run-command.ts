import { createDb, type Db } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { readCluster } from "@/lib/server/launch/cluster-record";
import { givenDatabase } from "@/lib/server/launch/database";
import { readEnvironment } from "@/lib/server/launch/environment";
import { LaunchError } from "@/lib/server/launch/launch-error";
import { keptSecret } from "@/lib/server/launch/secrets";
import { withDatabase } from "@/lib/server/launch/with-database";
import { readSettings, type Settings } from "@/lib/settings";
import { UsageError } from "@/lib/usage-error";

import { type CommandResult, readGiven } from "./command";
import { COMMANDS } from "./commands";
import { help } from "./help";

/**
 * Runs an admin command against the database of `env`, whether or not the service runs.
 * @throws UsageError for an unknown command or argument, LaunchError if there is no database yet, and what the
 *   command throws
 */
export async function runCommand(
  [name = "", ...rest]: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ result: CommandResult; json: boolean }> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new UsageError(name === "" ? help() : `unknown command\n${help()}`);
  const { json, ...given } = readGiven(command, rest);
  const settings = readAdminSettings(readEnvironment(process.cwd(), env));
  refuseMissingDatabase(settings);
  const result = await withDatabase(settings, (databaseUrl) =>
    runOn(databaseUrl, (db) => command.run(db, given, settings)),
  );
  return { result, json };
}

/** A command in the wrong directory would otherwise begin a database there, and report on that. */
function refuseMissingDatabase(settings: Settings): void {
  if (givenDatabase(settings) !== undefined || readCluster(settings.dataDir) !== undefined) return;
  throw new LaunchError(
    `there is no database in ${settings.dataDir}; start the service once, or set TIDEMARK_DATA_DIR to the one it uses`,
  );
}

/** The settings of the service: what is sealed needs the keys that it generated, if none are set. */
function readAdminSettings(env: Record<string, string | undefined>): Settings {
  const settings = readSettings(env);
  if (settings.encryptionKeys !== undefined) return settings;
  const kept = keptSecret(settings.dataDir, "ENCRYPTION_KEYS");
  return readSettings({ ...env, ENCRYPTION_KEYS: kept });
}

async function runOn(databaseUrl: string, run: (db: Db) => Promise<CommandResult>) {
  const pool = createPool(databaseUrl, 2);
  const db = createDb(pool);
  try {
    return await run(db);
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}
