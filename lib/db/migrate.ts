import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Client, DatabaseError } from "pg";

/** The migrations cannot be applied. The message is one line naming the migration and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

type Migration = { name: string; sql: string; checksum: string };
type Row = { migration_name: string; checksum: string; finished: boolean; rolled_back: boolean };

// The lock that `prisma migrate` takes, so that the two never work at the same time.
const LOCK = 72_707_369;

/**
 * Applies the folders of `prisma/migrations` that the database has not seen, as `prisma migrate deploy` does
 * (same table, checksums and lock). Each runs in one transaction with its row: a failed one leaves nothing.
 * Returns the names applied now, in order.
 * @throws MigrationError if one fails or was edited after it was applied; pg errors if there is no connection.
 */
export async function migrateDeploy(
  databaseUrl: string,
  directory = "prisma/migrations",
): Promise<string[]> {
  const migrations = readMigrations(directory);
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // A connection lost between two statements makes the next one fail; without a listener it ends the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set lock_timeout = '60s'");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("reset lock_timeout");
    const pending = selectPending(migrations, await readTable(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ name: entry.name, file: path.join(directory, entry.name, "migration.sql") }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const bytes = readFileSync(file);
      const checksum = createHash("sha256").update(bytes).digest("hex");
      return { name, sql: bytes.toString("utf8"), checksum };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readTable(client: Client): Promise<Row[]> {
  await client.query(`create table if not exists _prisma_migrations (
    id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
    migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
    started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
  const { rows } = await client.query<Row>(
    `select migration_name, checksum, finished_at is not null as finished,
            rolled_back_at is not null as rolled_back from _prisma_migrations`,
  );
  return rows;
}

function selectPending(migrations: Migration[], rows: Row[]): Migration[] {
  const standing = rows.filter((row) => !row.rolled_back);
  const failed = standing.find((row) => !row.finished);
  if (failed !== undefined)
    throw new MigrationError(
      `migration ${failed.migration_name} is recorded as failed: repair the database, then delete its row in _prisma_migrations`,
    );
  const applied = new Map(standing.map((row) => [row.migration_name, row.checksum]));
  const edited = migrations.find((m) => (applied.get(m.name) ?? m.checksum) !== m.checksum);
  if (edited !== undefined)
    throw new MigrationError(
      `migration ${edited.name} was edited after it was applied: restore its file and write a new migration`,
    );
  return migrations.filter((m) => !applied.has(m.name));
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if (!(error instanceof DatabaseError)) throw error;
    const line = sql.slice(0, Number(error.position ?? 0)).split("\n").length;
    const where = error.position === undefined ? name : `${name} (line ${line})`;
    throw new MigrationError(`migration ${where} failed and was rolled back: ${error.message}`, {
      cause: error,
    });
  }
}
