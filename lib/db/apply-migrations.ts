import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { type Client, DatabaseError } from "pg";

import { createTable } from "./create-table";
import { errorLine, MigrationError } from "./migration-error";

type Migration = { name: string; sql: string; checksum: string };
type Row = { migration_name: string; checksum: string; finished: boolean; rolled_back: boolean };

/**
 * Applies pending migrations like `prisma migrate deploy` (same table and checksums), each in a transaction
 * with its row. The caller holds the migration lock. Returns the applied names in order.
 * @throws MigrationError if one fails or was edited after it was applied, or the database predates the first
 */
export async function applyMigrations(
  client: Client,
  directories: readonly string[],
): Promise<string[]> {
  const migrations = directories
    .flatMap(readMigrations)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const pending = selectPending(migrations, await readTable(client));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

function readMigrations(directory: string): Migration[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, file: path.join(directory, entry.name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const bytes = readFileSync(file);
      const checksum = createHash("sha256").update(bytes).digest("hex");
      return { name, sql: bytes.toString("utf8"), checksum };
    });
}

async function readTable(client: Client): Promise<Row[]> {
  await createTable(
    client,
    "_prisma_migrations",
    `id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
     migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
     started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0`,
  );
  const { rows } = await client.query<Row>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished,
       rolled_back_at IS NOT NULL AS rolled_back FROM _prisma_migrations ORDER BY migration_name`,
  );
  return rows;
}

function selectPending(migrations: Migration[], rows: Row[]): Migration[] {
  const standing = rows.filter((row) => !row.rolled_back);
  const failed = standing.find((row) => !row.finished);
  if (failed !== undefined)
    throw new MigrationError(
      `migration ${failed.migration_name} is recorded as failed; repair the database, then delete its row in _prisma_migrations`,
    );
  const applied = new Map(standing.map((row) => [row.migration_name, row.checksum]));
  const [oldest] = applied.keys();
  const [first] = migrations;
  // Unknown migrations after the first belong to a newer release, which this one is compatible with.
  if (oldest !== undefined && first !== undefined && !applied.has(first.name))
    throw new MigrationError(
      `the database was created before ${first.name} (it holds ${oldest}) and cannot be upgraded: copy what you need out of it with the version that created it, then start with an empty data directory or database`,
    );
  const edited = migrations.find((m) => (applied.get(m.name) ?? m.checksum) !== m.checksum);
  if (edited !== undefined)
    throw new MigrationError(
      `migration ${edited.name} was edited after it was applied; restore its file and write a new migration`,
    );
  return migrations.filter((m) => !applied.has(m.name));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations
         (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    if (!(error instanceof DatabaseError)) throw error;
    const line = errorLine(sql, error.position);
    const where = line === undefined ? name : `${name} (line ${line})`;
    throw new MigrationError(`migration ${where} failed and was rolled back: ${error.message}`, {
      cause: error,
    });
  }
}
