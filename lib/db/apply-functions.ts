import { type Client, DatabaseError } from "pg";

import { createTable } from "./create-table";
import { type FunctionFiles, readFunctionFiles } from "./function-files";
import { readFunctionsLock } from "./functions-lock";
import { errorLine, MigrationError } from "./migration-error";

type Row = { version: number; sha256: string; signatures: Record<string, string> };

/**
 * Applies all functions and triggers of a `prisma` folder in one transaction, unless the database has them
 * or a higher version; drops functions that were removed or changed their signature. The caller holds the
 * migration lock. @returns the version if applied @throws MigrationError naming the file; changes nothing
 */
export async function applyFunctions(
  client: Client,
  directory: string,
): Promise<number | undefined> {
  const files = readFunctionFiles(directory);
  const { version } = readFunctionsLock(directory);
  const applied = await readTable(client);
  if (applied !== undefined && applied.version > version) return undefined;
  // Within a version the checksum decides, so that an edited function is applied at the next start.
  if (applied?.version === version && applied.sha256 === files.sha256) return undefined;
  try {
    await client.query("BEGIN");
    await replaceFunctions(client, files, applied?.signatures ?? {});
    await writeTable(client, version, files);
    await client.query("COMMIT");
    return version;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function readTable(client: Client): Promise<Row | undefined> {
  await createTable(
    client,
    "_functions",
    `one boolean PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL, sha256 text NOT NULL,
     signatures jsonb NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()`,
  );
  const { rows } = await client.query<Row>("SELECT version, sha256, signatures FROM _functions");
  return rows[0];
}

async function writeTable(client: Client, version: number, files: FunctionFiles): Promise<void> {
  const { sha256, functions } = files;
  const signatures = Object.fromEntries(functions.map(({ name, signature }) => [name, signature]));
  await client.query(
    `INSERT INTO _functions (version, sha256, signatures) VALUES ($1, $2, $3)
     ON CONFLICT (one) DO UPDATE SET version = excluded.version, sha256 = excluded.sha256,
       signatures = excluded.signatures, applied_at = excluded.applied_at`,
    [version, sha256, JSON.stringify(signatures)],
  );
}

async function replaceFunctions(
  client: Client,
  { functions, triggers }: FunctionFiles,
  old: Record<string, string>,
): Promise<void> {
  // Bodies may call functions created later.
  await client.query("SET LOCAL check_function_bodies = off");
  const kept = new Map(functions.map(({ name, signature }) => [name, signature]));
  for (const [name, signature] of Object.entries(old))
    if (kept.get(name) !== signature)
      await run(client, name, `DROP FUNCTION IF EXISTS ${client.escapeIdentifier(name)}`);
  for (const { path, sql } of functions) await run(client, path, sql);
  await run(client, "triggers.sql", triggers);
}

async function run(client: Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = errorLine(sql, error.position);
    throw new MigrationError(
      `prisma/functions/${name}${line === undefined ? "" : ` (line ${line})`} failed; no function was changed: ${error.message}`,
      { cause: error },
    );
  }
}
