import { type Pool, type PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { createPool } from "@/lib/db/pool";
import { createTestDatabase, type TestDatabase } from "@/testing/database";

import type { Engine } from "./engine";
import { post, testClient, testEngine, until } from "./testing";

let database: TestDatabase;
let pool: Pool;
/** For the test's own statements, to tell them from the engine's connections. */
let own: Pool;
let engine: Engine;
let blockers: PoolClient[] = [];
const client = testClient();
const seen: number[] = [];
let unique = 0;
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

/** The statements that claim runs and that mark a job as done. */
const CLAIM = "%update engine.run r set owner%";
const DONE = "delete from%_private_jobs%";

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 10);
  own = createPool(database.url, 10);
});
beforeEach(async () => {
  seen.length = 0;
  unique += 1;
  unhandled.length = 0;
  process.on("unhandledRejection", note);
  const f = client.createFunction({ id: "f", triggers: [{ event: "go" }] }, ({ event }) => {
    seen.push(event.data.n);
  });
  // No sweep runs: only the queue's wake-ups start later runs.
  engine = await testEngine(pool, client, [f], {
    policy: { sweepMs: 600_000, aheadMs: 1_000 },
  });
});
afterEach(async () => {
  for (const blocker of blockers.splice(0)) blocker.release(true);
  await engine.close();
  process.off("unhandledRejection", note);
});
afterAll(async () => {
  await Promise.all([pool.end(), own.end()]);
  await database.drop();
});

/** A post may fail on a connection that just died, so it is repeated as the SDK's client does. */
const sendLater = (n: number) =>
  until(async () => {
    const event = { id: `later-${n}-${unique}`, name: "go", data: { n }, ts: Date.now() + 1_300 };
    return (await post(engine, event)).status === 200;
  });

/** Holds locks until it is released. */
async function block(statement: string): Promise<PoolClient> {
  const blocker = await own.connect();
  blockers.push(blocker);
  await blocker.query("begin");
  await blocker.query(statement);
  return blocker;
}

/** The engine's sessions that wait for a lock in a statement like `pattern`. */
async function waiting(pattern: string): Promise<number[]> {
  const { rows } = await own.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
     and wait_event_type = 'Lock' and query like $1`,
    [pattern],
  );
  return rows.map(({ pid }) => pid);
}

/** Whether a runner has taken a wake-up. */
async function taken(id: number): Promise<boolean> {
  const { rowCount } = await own.query(
    "select from graphile_worker._private_jobs where id = $1 and locked_at is not null",
    [id],
  );
  return rowCount === 1;
}

/** Lets the queue run `n` wake-ups that cannot be marked done. */
async function holdCompletions(n: number): Promise<number[]> {
  for (let held = 1; held <= n; held += 1) {
    const claim = await block("lock table engine.run in access exclusive mode");
    const { rows } = await own.query<{ id: number }>(
      "select id from graphile_worker.add_job('engine-claim', max_attempts => 1)",
    );
    await until(async () => (await taken(rows[0]!.id)) && (await waiting(CLAIM)).length > 0);
    await block("select from graphile_worker._private_jobs for update skip locked");
    await claim.query("rollback");
    await until(async () => (await waiting(DONE)).length === held);
  }
  return waiting(DONE);
}

test.each([1, 2])(
  "connections lost under %d finished wake-ups end nothing, and the next come in time",
  async (n) => {
    const pids = await holdCompletions(n);
    await own.query("select pg_terminate_backend(pid) from unnest($1::int[]) as pid", [pids]);
    for (const blocker of blockers) await blocker.query("rollback");
    for (let round = 1; round <= 3; round += 1) {
      await sendLater(round);
      await until(() => seen.length === round, 20_000);
    }
    expect(seen).toEqual([1, 2, 3]);
    expect(unhandled).toEqual([]);
  },
  60_000,
);
