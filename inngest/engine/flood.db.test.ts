import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";
import { repeats } from "@/testing/repeats";

import { post, testClient, testEngine, until } from "./testing";

const nothing = (): void => undefined;

const EVENTS = repeats(10_000, 200_000);
const AT_ONCE = 5_000;
const ROOM = 64;
const MIB = 1024 ** 2;
const { pool } = await openTestPool(10);

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");
function heap(): number {
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
const count = async (table: string) => {
  const { rows } = await pool.query<{ n: number }>(`select count(*) as n from ${table}`);
  return rows[0]?.n ?? NaN;
};

test("tens of thousands of queued events take space in the database, not in the process; closing releases the rest", async () => {
  let done = 0;
  let open = nothing;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const client = testClient();
  const f = client.createFunction({ id: "flood", triggers: [{ event: "flood" }] }, async () => {
    await gate;
    done += 1;
  });
  const engine = await testEngine(pool, client, [f], {
    concurrency: ROOM,
    policy: { drainMs: 30_000 },
  });
  await post(engine, { name: "flood", data: {} });
  await until(() => engine.stats().calls === 1);
  const before = heap();
  const batch = Array.from({ length: AT_ONCE }, (_, n) => ({
    name: "flood",
    data: { n, text: "x".repeat(500) },
  }));
  for (let sent = 0; sent < EVENTS; sent += AT_ONCE)
    expect((await post(engine, batch)).status).toBe(200);
  await until(() => engine.stats().calls === ROOM);
  // Those in their first call have no row.
  expect(await count("engine.run")).toBe(EVENTS + 1 - ROOM);
  const health: unknown = await (await fetch(`${engine.url}/health`)).json();
  expect(health).toEqual({
    status: "ok",
    running: ROOM,
    waiting: 0,
    calls: ROOM,
    started: ROOM,
    failed: 0,
  });
  expect((heap() - before) / MIB).toBeLessThan(32);
  // Hints are coalesced: a flood of events is not a flood of wake-ups.
  expect(await count("graphile_worker.jobs")).toBeLessThan(100);
  open();
  await until(() => done > 4 * ROOM);
  await engine.close();
  expect(engine.stats()).toMatchObject({ running: 0, waiting: 0, calls: 0, failed: 0 });
  expect(done + (await count("engine.run"))).toBe(EVENTS + 1);
  expect(await count("engine.run where owner is not null")).toBe(0);
});
