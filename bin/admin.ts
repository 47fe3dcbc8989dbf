import { createDb, type Db } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { readEnvironment } from "@/lib/launch/environment";
import { explain } from "@/lib/launch/explain";
import { withDatabase } from "@/lib/launch/with-database";
import { readSettings } from "@/lib/settings";

import { type Answer, readGiven, UsageError } from "./admin/command";
import { COMMANDS } from "./admin/commands";

/** Runs one command against the database, whether the service runs or not. */
async function main(args: string[]): Promise<void> {
  const [name = "", ...rest] = args;
  const command = COMMANDS[name];
  if (command === undefined) throw new UsageError(`commands:\n${usage()}`);
  const { json, ...given } = readGiven(command, rest);
  const settings = readSettings(readEnvironment(process.cwd(), process.env));
  const answer = await withDatabase(settings, (databaseUrl) =>
    runOn(databaseUrl, (db) => command.run(db, given, settings)),
  );
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : describe(answer));
  if (answer["ok"] === false) process.exitCode = 1;
}

async function runOn(databaseUrl: string, run: (db: Db) => Promise<Answer>) {
  const pool = createPool(databaseUrl, 2);
  const db = createDb(pool);
  try {
    return await run(db);
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

const usage = () =>
  Object.values(COMMANDS)
    .map((command) => `  ${command.usage} [--json]`)
    .join("\n");

function describe(answer: Record<string, unknown>): string {
  return Object.entries(answer)
    .map(
      ([name, value]) =>
        `${name.padEnd(12)} ${typeof value === "string" ? value : JSON.stringify(value)}\n`,
    )
    .join("");
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof UsageError ? error.message : explain(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
