import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";

import { migrateDeploy } from "./migrate";

let database: TestDatabase;
let service: Client;
let owner: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  service = new Client({ connectionString: database.url });
  owner = new Client({ connectionString: database.ownerUrl });
  await service.connect();
  await owner.connect();
});
afterAll(async () => {
  await service.end();
  await owner.end();
  await database.drop();
});

const codeOf = (statement: string) =>
  service.query(statement).then(
    () => "allowed",
    ({ code }: { code?: string }) => code,
  );

const DENIED = "42501";

test.each([
  "COPY (SELECT 1) TO PROGRAM 'id'",
  "SELECT pg_read_file('/etc/passwd')",
  "SET session_replication_role = replica",
  "UPDATE audit_entry SET action = 'nothing'",
  "DELETE FROM audit_entry",
  "TRUNCATE audit_entry",
  "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
  "DROP TRIGGER audit_entry_stays ON audit_entry",
  "CREATE TABLE own (n int)",
  "ALTER TABLE app_user ADD COLUMN n int",
  "DROP TABLE webhook",
  "CREATE OR REPLACE FUNCTION iso_time(t timestamptz) RETURNS text LANGUAGE sql AS 'SELECT 1'",
  "UPDATE _functions SET version = 0",
  "DELETE FROM _prisma_migrations",
  "CREATE ROLE more SUPERUSER",
  "ALTER ROLE tidemark_service SUPERUSER",
  "SET ROLE tidemark",
])("the service may not: %s", async (statement) => {
  expect(await codeOf(statement)).toBe(DENIED);
});

test("it may read and write the rows of every other table, and read and add to the audit log", async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'engine')",
  );
  expect(rows.length).toBeGreaterThan(30);
  const own = ["public._functions", "public._prisma_migrations", "public.audit_entry"];
  for (const { name } of rows) {
    expect(await codeOf(`SELECT FROM ${name}`), name).toBe("allowed");
    if (own.includes(name)) continue;
    await service.query("BEGIN");
    expect(await codeOf(`DELETE FROM ${name}`), name).toBe("allowed");
    await service.query("ROLLBACK");
  }
  const { rows: granted } = await service.query(
    "SELECT has_table_privilege('audit_entry', 'INSERT') AS add",
  );
  expect(granted).toEqual([{ add: true }]);
});

const readGrants = () =>
  owner.query("SELECT oid, xmin::text FROM pg_class WHERE relkind = 'r' ORDER BY oid");

test("a migration with nothing to apply takes no more than the service has, and repeats no grant", async () => {
  const before = (await readGrants()).rows;
  const nothing = { migrations: [], functionsVersion: undefined, isOwner: false };
  expect(await migrateDeploy(database)).toEqual(nothing);
  expect((await readGrants()).rows).toEqual(before);
  expect(await migrateDeploy({ url: database.url, ownerUrl: database.url })).toEqual(nothing);
  const { ownerUrl } = database;
  expect(await migrateDeploy({ url: ownerUrl, ownerUrl })).toEqual({ ...nothing, isOwner: true });
});
