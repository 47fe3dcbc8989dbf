import type { Db, Prisma } from "./client";
import { readFunctionFiles } from "./function-files";
import { readFunctionsLock } from "./functions-lock";

type Definition = { name: string; definition: string };

const SCRATCH = "tidemark_compare";

/**
 * Compares the database's functions (body, settings, volatility, arguments) with the files of a `prisma`
 * folder, by creating those in a scratch schema within a transaction that drops it.
 * @returns one line per function that differs, is missing or has no file; empty if all match
 */
export async function compareFunctions(db: Db, directory = "prisma"): Promise<string[]> {
  const { version } = readFunctionsLock(directory);
  const [row] = await db.$queryRaw<{ version: number }[]>`SELECT version FROM _functions`;
  if (row !== undefined && row.version > version)
    return [`version ${row.version} is newer than ${version} of this build; use the newer build`];
  const { functions } = readFunctionFiles(directory);
  return db.$transaction(
    async (tx) => {
      const [schema] = await tx.$queryRaw<
        { name: string }[]
      >`SELECT current_schema()::text AS name`;
      const actual = await readDefinitions(tx, schema?.name ?? "public");
      await tx.$executeRawUnsafe(`CREATE SCHEMA ${SCRATCH}`);
      await tx.$executeRaw`SELECT set_config('check_function_bodies', 'off', true),
        set_config('search_path', ${SCRATCH} || ', ' || current_setting('search_path'), true)`;
      for (const { sql } of functions) await tx.$executeRawUnsafe(sql);
      const expected = await readDefinitions(tx, SCRATCH);
      await tx.$executeRawUnsafe(`DROP SCHEMA ${SCRATCH} CASCADE`);
      return describeDifferences(actual, expected);
    },
    { timeout: 60_000 },
  );
}

// Functions of extensions are excluded.
async function readDefinitions(
  tx: Prisma.TransactionClient,
  schema: string,
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<Definition[]>`
    SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name,
      pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = ${schema} AND p.prokind IN ('f', 'p') AND NOT EXISTS (
      SELECT FROM pg_depend d
      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;
  // The definition contains the schema once, before the function's name.
  return new Map(
    rows.map(({ name, definition }) => [name, definition.replace(/^(CREATE .*?) \S+?\./, "$1 ")]),
  );
}

function describeDifferences(actual: Map<string, string>, expected: Map<string, string>): string[] {
  const missing = [...expected.keys()].filter((name) => !actual.has(name));
  const extra = [...actual.keys()].filter((name) => !expected.has(name));
  const changed = [...expected].filter(([name, definition]) => {
    const found = actual.get(name);
    return found !== undefined && found !== definition;
  });
  return [
    ...missing.map((name) => `${name} is missing in the database`),
    ...extra.map((name) => `${name} has no file in prisma/functions`),
    ...changed.map(([name]) => `${name} differs from its file in prisma/functions`),
  ].toSorted();
}
