import { serve } from "inngest/edge";
import { afterEach, expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";

import type { Engine } from "./engine";
import type { EnginePolicy } from "./policy";
import { post, testClient, testEngine, until } from "./testing";

const { asOwner, pool } = await openTestPool(10);
const client = testClient();
const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await asOwner("truncate engine.run, engine.memo, engine.event");
});

type Handler = Parameters<typeof client.createFunction>[1];
const start = async (
  handler: Handler,
  policy: Partial<EnginePolicy> = {},
  isAway: () => boolean = () => false,
) => {
  const f = client.createFunction({ id: "f", retries: 1, triggers: [{ event: "go" }] }, handler);
  const app = serve({ client, functions: [f] });
  const call = async (request: Request) => {
    if (request.method === "POST" && isAway()) throw new TypeError("fetch failed");
    return app(request);
  };
  const engine = await testEngine(pool, client, [f], {
    call,
    policy,
    instance: "one",
    concurrency: 2,
  });
  engines.push(engine);
  return engine;
};
const close = async () => engines.pop()?.close();
const hint = { name: "go", data: {} };
/** The rows of all runs, with the number of their stored results. */
const rows = async () => {
  const { rows: found } = await pool.query<{ memos: number; released: boolean }>(
    `select owner is null as released, (select count(*) from engine.memo where run_id = id) as memos
     from engine.run where failed_at is null`,
  );
  return found;
};

test("a hint's run gets its row after the first step, one of a given id at once", async () => {
  const seen: unknown[] = [];
  const engine = await start(async ({ step, event }) => {
    await step.run("first", async () => void seen.push([event.id === "given", await rows()]));
    await step.run("second", async () => void seen.push([event.id === "given", await rows()]));
  });
  for (const [event, steps] of [
    [hint, 2],
    [{ ...hint, id: "given" }, 4],
  ] as const) {
    await post(engine, event);
    await until(async () => seen.length === steps && (await rows()).length === 0);
  }
  expect(seen).toEqual([
    [false, []],
    [false, [{ memos: 1, released: false }]],
    [true, [{ memos: 0, released: false }]],
    [true, [{ memos: 1, released: false }]],
  ]);
});

/** Of a table without writes since it was truncated: 0. */
const bytes = async (table: string) =>
  (await pool.query<{ size: number }>("select pg_relation_size($1)::int as size", [table])).rows[0]
    ?.size;

test("a hint that ends with its first response writes nothing but its id, later", async () => {
  const ids = new Set<unknown>();
  const engine = await start(({ event }) => void ids.add(event.id), {
    idsMs: 600_000,
  });
  await post(engine, [hint, hint]);
  await until(() => ids.size === 2 && engine.stats().running === 0);
  expect([await bytes("engine.run"), await bytes("engine.event")]).toEqual([0, 0]);
  await close();
  expect(await bytes("engine.run")).toBe(0);
  const { rows: events } = await pool.query<{ id: string }>("select id from engine.event");
  expect(new Set(events.map(({ id }) => id))).toEqual(ids);
});

const WAIT = { backoffMs: [1_000], transportRetryMs: [1_000] };
const waits: [what: string, handler: Handler, away?: number][] = [
  ["a sleep", ({ step }) => step.sleep("nap", "1s")],
  [
    "another attempt",
    ({ attempt }) => {
      if (attempt === 0) throw new Error("not yet");
    },
  ],
  ["the app", () => undefined, 1],
];

test.each(waits)(
  "a hint's run gets its row before it waits for %s",
  async (_, handler, away = 0) => {
    let left = away;
    const engine = await start(handler, WAIT, () => left-- > 0);
    await post(engine, hint);
    await until(async () => (await rows()).length === 1);
    await until(async () => (await rows()).length === 0);
    expect(engine.stats().failed).toBe(0);
  },
);

test("hints without room are stored; closing stores the others, even if their call never ends", async () => {
  const seen = new Set<unknown>();
  let hangs = true;
  const hang: Handler = async ({ event }) => {
    if (hangs) return new Promise(() => undefined);
    seen.add(event.id);
    return null;
  };
  const first = await start(hang, { drainMs: 300 });
  await post(
    first,
    Array.from({ length: 5 }, () => hint),
  );
  await until(() => first.stats().calls === 2);
  expect(await rows()).toHaveLength(3);
  await close();
  expect(await rows()).toHaveLength(5);
  hangs = false;
  await start(hang);
  await until(() => seen.size === 5);
});

const seedNow = () => `${Date.now()},${Buffer.alloc(10, 7).toString("base64")}`;

test("a request repeated with its seed starts nothing twice, even after a restart", async () => {
  const seen: unknown[] = [];
  const seeds: string[] = [];
  for (const runs of [3, 6]) {
    const engine = await start(({ event }) => void seen.push(event.id));
    const seed = seedNow();
    seeds.push(seed, seed);
    for (const each of seeds) await post(engine, [hint, hint, hint], undefined, each);
    await until(async () => seen.length >= runs && (await rows()).length === 0);
    await close();
  }
  expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
});
