import { expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";

import { cleanUp } from "./store/cleanup";

const { pool } = await openTestPool(3);

test("wake-ups that were never marked done are deleted after four hours, others stay", async () => {
  const add = "select id from graphile_worker.add_job('engine-claim', max_attempts => 1)";
  const ids: number[] = [];
  for (const locked of ["now() - interval '5 hours'", "now() - interval '3 hours'", "null"]) {
    const { rows } = await pool.query<{ id: number }>(add);
    const [{ id } = { id: 0 }] = rows;
    await pool.query(
      `update graphile_worker._private_jobs set locked_at = ${locked}, locked_by = 'gone' where id = $1`,
      [id],
    );
    ids.push(id);
  }
  await cleanUp(pool, 1_000);
  const { rows } = await pool.query<{ id: number }>(
    "select id from graphile_worker.jobs order by id",
  );
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(1));
});

test("old event ids and failed runs are deleted, waiting runs never", async () => {
  await pool.query(
    "insert into engine.event (id, received_at) values ('old', now() - interval '2 s'), ('new', now())",
  );
  const run = "insert into engine.run (id, function_id, event, state, wake_at, failed_at) values";
  await pool.query(`${run} ('failed', 'f', '{}', '{}', null, now() - interval '2 s'),
    ('failed-now', 'f', '{}', '{}', null, now()), ('waits', 'f', '{}', '{}', now() - interval '2 days', null)`);
  await pool.query(
    "insert into engine.memo (run_id, step_id, position, body) values ('failed', 's', 0, '1'), ('waits', 's', 0, '1')",
  );
  await cleanUp(pool, 1_000);
  const ids = async (statement: string) =>
    (await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id);
  expect(await ids("select id from engine.event")).toEqual(["new"]);
  expect(await ids("select id from engine.run order by id")).toEqual(["failed-now", "waits"]);
  expect(await ids("select run_id as id from engine.memo")).toEqual(["waits"]);
});
