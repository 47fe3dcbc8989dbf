import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createPrismaFolder, type PrismaFolder } from "@/testing/prisma-folder";

import { migrateDeploy } from "./migrate";

let database: TestDatabase;
let client: Client;
let folder: PrismaFolder;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(async () => {
  folder = createPrismaFolder();
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
});
afterEach(() => folder.remove());

const write = (name: string, sql: string) => folder.writeMigration(name, sql);

async function deploy(): Promise<string[]> {
  return (await migrateDeploy(database, folder.directory)).migrations;
}

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', '_functions') ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

test("applies in order what is missing, once", async () => {
  write("2_b", "create table b as select * from a");
  write(
    "1_a",
    "create table a (n int); create function f() returns int language sql as $$ select 1; $$",
  );
  expect(await deploy()).toEqual(["1_a", "2_b"]);
  expect(await deploy()).toEqual([]);
  write("3_c", "create table c ()");
  expect(await deploy()).toEqual(["3_c"]);
  expect(await tables()).toEqual(["a", "b", "c"]);
});

test("a failed one leaves nothing, names the line, and works once it is corrected", async () => {
  write("1_a", "create table a ()");
  write("2_b", "create table b ();\n\ncreate table nonsense (x nosuchtype)");
  await expect(deploy()).rejects.toThrow(
    /migration 2_b \(line 3\) failed and was rolled back: type "nosuchtype" does not exist/,
  );
  expect(await tables()).toEqual(["a"]);
  write("2_b", "create table b ()");
  expect(await deploy()).toEqual(["2_b"]);
});

test("refuses one that was edited after it was applied", async () => {
  write("1_a", "create table a ()");
  await deploy();
  write("1_a", "create table a (n int)");
  await expect(deploy()).rejects.toThrow("1_a was edited");
});

test("refuses a database from before the first migration, in one line that says what to do", async () => {
  write("20261121000000_tables", "create table a ()");
  await deploy();
  folder.remove();
  folder = createPrismaFolder();
  write("20261122120000_initial", "create table a ()");
  await expect(deploy()).rejects.toThrow(
    /^the database was created before 20261122120000_initial \(it holds 20261121000000_tables\).* start with an empty data directory or database$/,
  );
});

test("starts with the migrations of a newer release", async () => {
  write("1_a", "create table a ()");
  write("3_c", "create table c ()");
  await deploy();
  folder.remove();
  folder = createPrismaFolder();
  write("1_a", "create table a ()");
  expect(await deploy()).toEqual([]);
});

test("refuses to go on over one that the Prisma CLI left failed", async () => {
  write("1_a", "create table a ()");
  await deploy();
  await client.query("update _prisma_migrations set finished_at = null");
  await expect(deploy()).rejects.toThrow("recorded as failed");
});

test("two at once apply each only once", async () => {
  write("1_a", "create table a ()");
  const both = await Promise.all([deploy(), deploy()]);
  expect(both.flat()).toEqual(["1_a"]);
});
