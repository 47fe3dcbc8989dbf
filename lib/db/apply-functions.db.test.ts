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

function write(name: string, body: string, result = "int"): void {
  folder.writeFunction(
    `noun/${name}.sql`,
    `CREATE OR REPLACE FUNCTION ${name}()\nRETURNS ${result}\nLANGUAGE sql\nAS $$ ${body} $$;\n`,
  );
}

async function deploy(): Promise<number | undefined> {
  return (await migrateDeploy(database, folder.directory)).functionsVersion;
}

async function call(name: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`SELECT ${name}() AS value`);
  return rows[0]?.value;
}

test("applies functions in one transaction, whatever calls what, once", async () => {
  write("a", "SELECT b() + 1");
  write("b", "SELECT 1");
  expect(await deploy()).toBe(1);
  expect(await call("a")).toBe(2);
  expect(await deploy()).toBeUndefined();
  write("b", "SELECT 5");
  write("c", "SELECT nonsense");
  folder.writeFunction("noun/d.sql", "CREATE OR REPLACE FUNCTION d()\nLANGUAGE sql\nAS oops;\n");
  await expect(deploy()).rejects.toThrow(
    /^prisma\/functions\/noun\/d.sql \(line 4\) failed; no function was changed: syntax error/,
  );
  expect(await call("a")).toBe(2);
});

test("at the same version an edited file is applied at the next start", async () => {
  write("a", "SELECT 1");
  await deploy();
  write("a", "SELECT 2");
  expect(await deploy()).toBe(1);
  expect(await call("a")).toBe(2);
});

test("a lower version applies nothing", async () => {
  write("a", "SELECT 2");
  folder.lock(2);
  await deploy();
  write("a", "SELECT 1");
  folder.lock(1);
  expect(await deploy()).toBeUndefined();
  expect(await call("a")).toBe(2);
});

test("a function that is gone or changed its signature is replaced, one that is not ours stays", async () => {
  write("a", "SELECT 1");
  write("b", "SELECT 1");
  await deploy();
  await client.query("CREATE FUNCTION other() RETURNS int LANGUAGE sql AS 'SELECT 7'");
  write("a", "SELECT 'one'", "text");
  folder.removeFunction("noun/b.sql");
  await deploy();
  expect(await call("a")).toBe("one");
  await expect(call("b")).rejects.toThrow("does not exist");
  expect(await call("other")).toBe(7);
});

test("refuses a file that does not hold the function of its name", async () => {
  folder.writeFunction("noun/a.sql", "CREATE FUNCTION a() RETURNS int LANGUAGE sql AS 'SELECT 1';");
  await expect(deploy()).rejects.toThrow("prisma/functions/noun/a.sql must contain");
});
