import { afterAll, beforeAll, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { startTestService, type TestService } from "@/testing/service";

import { readReadiness } from "./readiness";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test.each([
  [0, "ok"],
  [4, "ok"],
  [-6, "failing"],
  [6, "failing"],
])("with the database %i s ahead it is %s", async (seconds, state) => {
  const { pool } = service.services;
  await asOwner(
    service,
    `CREATE SCHEMA IF NOT EXISTS clock; GRANT USAGE ON SCHEMA clock TO PUBLIC;
     CREATE OR REPLACE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql
     AS $$ SELECT pg_catalog.clock_timestamp() + ${seconds} * interval '1 s' $$`,
  );
  const client = await pool.connect();
  try {
    await client.query("SET search_path = clock, public, pg_catalog");
    const asked = {
      ...service.services,
      pool: Object.assign(Object.create(pool), { query: client.query.bind(client) }),
    };
    expect((await readReadiness(asked)).database).toBe(state);
  } finally {
    client.release(true);
  }
});
