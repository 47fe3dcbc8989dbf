import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";

import { migrateDeploy } from "./migrate";

let database: TestDatabase;
let client: Client;
let directory = "";

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-migrations-"));
  await client.query("drop schema public cascade; create schema public");
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(name: string, sql: string): void {
  mkdirSync(path.join(directory, name), { recursive: true });
  writeFileSync(path.join(directory, name, "migration.sql"), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1",
  );
  return rows.map(({ name }) => name);
}

test("applies in order what is missing, once", async () => {
  write("2_b", "create table b as select * from a");
  write(
    "1_a",
    "create table a (n int); create function f() returns int language sql as $$ select 1; $$",
  );
  expect(await migrateDeploy(database.url, directory)).toEqual(["1_a", "2_b"]);
  expect(await migrateDeploy(database.url, directory)).toEqual([]);
  write("3_c", "create table c ()");
  expect(await migrateDeploy(database.url, directory)).toEqual(["3_c"]);
  expect(await tables()).toEqual(["a", "b", "c"]);
});

test("a failed one leaves nothing, says where, and works once it is mended", async () => {
  write("1_a", "create table a ()");
  write("2_b", "create table b ();\n\ncreate table nonsense (x nosuchtype)");
  await expect(migrateDeploy(database.url, directory)).rejects.toThrow(
    /migration 2_b \(line 3\) failed and was rolled back: type "nosuchtype" does not exist/,
  );
  expect(await tables()).toEqual(["a"]);
  write("2_b", "create table b ()");
  expect(await migrateDeploy(database.url, directory)).toEqual(["2_b"]);
});

test("refuses one that was edited after it was applied", async () => {
  write("1_a", "create table a ()");
  await migrateDeploy(database.url, directory);
  write("1_a", "create table a (n int)");
  await expect(migrateDeploy(database.url, directory)).rejects.toThrow("1_a was edited");
});

test("refuses to go on over one that the Prisma CLI left failed", async () => {
  write("1_a", "create table a ()");
  await migrateDeploy(database.url, directory);
  await client.query("update _prisma_migrations set finished_at = null");
  await expect(migrateDeploy(database.url, directory)).rejects.toThrow("recorded as failed");
});

test("two at once apply each only once", async () => {
  write("1_a", "create table a ()");
  const both = await Promise.all([1, 2].map(() => migrateDeploy(database.url, directory)));
  expect(both.flat()).toEqual(["1_a"]);
});
