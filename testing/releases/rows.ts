import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Client } from "pg";

type Row = Readonly<Record<string, unknown>>;

/** How to use the data of a release: its secrets, a key that may do everything, and what that key made. */
export type ReleaseAccess = {
  secrets: Record<string, string>;
  key: string;
  /** The API path of a filesystem. */
  base: string;
  webhookId: string;
};

/** What a release left behind: its migrations and the rows of every table. */
export type Release = {
  access: ReleaseAccess;
  migrations: string[];
  tables: Record<string, Row[]>;
  /** The last value of each sequence. */
  sequences: Record<string, number>;
};

const DIRECTORY = path.join(import.meta.dirname, "recorded");

/** The file of a release, `version` as in `v0.1.0`. */
export const releaseFile = (version: string): string => path.join(DIRECTORY, `${version}.json`);

/** The versions that were recorded. */
export function listReleases(): string[] {
  if (!existsSync(DIRECTORY)) return [];
  return readdirSync(DIRECTORY).map((name) => path.basename(name, ".json"));
}

/** Reads what was recorded. */
export function readRelease(version: string): Release {
  return JSON.parse(readFileSync(releaseFile(version), "utf8"));
}

// What is computed from other columns cannot be written.
const TABLES = `SELECT format('%I.%I', n.nspname, c.relname) AS name,
    (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'engine') AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  ORDER BY 1`;

type Table = { name: string; columns: string };

const SEQUENCES = `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::float8 AS last
  FROM pg_sequences WHERE schemaname IN ('public', 'engine') AND last_value IS NOT NULL`;

/** Every row of a database, and the migrations it has had. */
export function readRows(databaseUrl: string): Promise<Omit<Release, "access">> {
  return withClient(databaseUrl, async (client) => {
    const migrations = await client.query<{ name: string }>(
      "SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1",
    );
    const tables: Record<string, Row[]> = {};
    for (const { name, columns } of (await client.query<Table>(TABLES)).rows) {
      const { rows } = await client.query<{ row: Row }>(
        `SELECT to_json(t) AS row FROM (SELECT ${columns} FROM ${name}) t`,
      );
      tables[name] = rows.map(({ row }) => row);
    }
    const sequences = await client.query<{ name: string; last: number }>(SEQUENCES);
    return {
      migrations: migrations.rows.map(({ name }) => name),
      sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
      tables,
    };
  });
}

/** Writes the rows into empty tables, in any order, and sets the sequences. */
export function writeRows(
  databaseUrl: string,
  { tables, sequences }: Omit<Release, "access">,
): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query("SET session_replication_role = replica");
    for (const { name, columns } of (await client.query<Table>(TABLES)).rows) {
      await client.query(
        `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
        [JSON.stringify(tables[name] ?? [])],
      );
    }
    for (const [name, last] of Object.entries(sequences))
      await client.query("SELECT setval($1::regclass, $2)", [name, last]);
  });
}

async function withClient<Result>(
  databaseUrl: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
