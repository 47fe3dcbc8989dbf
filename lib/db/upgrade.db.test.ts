import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createPrismaFolder, type PrismaFolder } from "@/testing/prisma-folder";

import { readFunctionsLock } from "./functions-lock";
import { migrateDeploy } from "./migrate";

let database: TestDatabase;
let client: Client;
let older: PrismaFolder;
let newer: PrismaFolder;
const { version } = readFunctionsLock("prisma");

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  older = createPrismaFolder("prisma");
});
afterAll(async () => {
  older.remove();
  await client.end();
  await database.drop();
});
beforeEach(() => {
  newer = createPrismaFolder("prisma");
  newer.writeMigration(
    "99991231000000_next",
    "ALTER TABLE organisation ADD COLUMN next text NOT NULL DEFAULT 'new'",
  );
  newer.writeFunction(
    "time/milliseconds.sql",
    `CREATE OR REPLACE FUNCTION milliseconds(
  n double precision
)
RETURNS interval
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$
  SELECT make_interval(secs => n / 1000) + interval '1 day'
$$;
`,
  );
  newer.writeFunction(
    "time/next_time.sql",
    "CREATE OR REPLACE FUNCTION next_time()\nRETURNS int\nLANGUAGE sql\nAS $$ SELECT 1 $$;\n",
  );
  newer.lock(version + 1);
});
afterEach(() => newer.remove());

async function read(): Promise<unknown> {
  const { rows } = await client.query(
    `SELECT o.name, o.next, milliseconds(1000)::text AS second, next_time() AS added
     FROM organisation o WHERE o.id = 'org_1'`,
  );
  return rows[0];
}

test("an existing database takes the next migration and functions, and an older process starts with it", async () => {
  await client.query("INSERT INTO organisation (id, name) VALUES ('org_1', 'Kept')");
  expect(await migrateDeploy(database, newer.directory)).toEqual({
    migrations: ["99991231000000_next"],
    functionsVersion: version + 1,
    isOwner: false,
  });
  const upgraded = { name: "Kept", next: "new", second: "1 day 00:00:01", added: 1 };
  expect(await read()).toEqual(upgraded);
  expect(await migrateDeploy(database, older.directory)).toEqual({
    migrations: [],
    isOwner: false,
  });
  expect(await read()).toEqual(upgraded);
});
