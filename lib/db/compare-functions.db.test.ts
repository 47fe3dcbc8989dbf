import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";

import { createDb, type Db } from "./client";
import { compareFunctions } from "./compare-functions";
import { createPool } from "./pool";

let database: TestDatabase;
let pool: Pool;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.ownerUrl, 2);
  db = createDb(pool);
});
afterAll(async () => {
  await db.$disconnect();
  await pool.end();
  await database.drop();
});

test("the functions of a migrated database are exactly those of the files", async () => {
  expect(await compareFunctions(db)).toEqual([]);
  const { rows } = await pool.query("SELECT FROM pg_namespace WHERE nspname = 'tidemark_compare'");
  expect(rows).toEqual([]);
});

test("a body, a setting, a missing and an extra function are found", async () => {
  await pool.query(`
    CREATE OR REPLACE FUNCTION milliseconds(n double precision) RETURNS interval
      IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$ SELECT make_interval(secs => n) $$;
    CREATE OR REPLACE FUNCTION body_cap_full() RETURNS int
      IMMUTABLE PARALLEL SAFE LANGUAGE sql RETURN 1000;
    ALTER FUNCTION entry_at(text, text) RESET enable_seqscan;
    DROP FUNCTION outage_over();
    CREATE FUNCTION milliseconds(n int) RETURNS interval LANGUAGE sql AS $$ SELECT NULL::interval $$`);
  expect(await compareFunctions(db)).toEqual(
    [
      "outage_over() is missing in the database",
      "milliseconds(n integer) has no file in prisma/functions",
      "milliseconds(n double precision) differs from its file in prisma/functions",
      "body_cap_full() differs from its file in prisma/functions",
      "entry_at(fs text, path text) differs from its file in prisma/functions",
    ].toSorted(),
  );
});

test("an older build says that it cannot judge", async () => {
  await pool.query("UPDATE _functions SET version = version + 1");
  expect(await compareFunctions(db)).toEqual([expect.stringContaining("use the newer build")]);
});
