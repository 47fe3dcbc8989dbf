import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";

import { afterEach, beforeAll, expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";
import { STALL_MS } from "@/testing/stall";

import { type Engine, type EngineOptions } from "./engine";
import { post, testClient, testEngine, until } from "./testing";

const { asOwner, pool, url } = await openTestPool(25);
const client = testClient();
const engines: Engine[] = [];
beforeAll(async () => {
  await asOwner(
    "create table trace (run_id text, what text, n bigint generated always as identity); grant all on trace to public",
  );
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await asOwner("truncate engine.run, engine.memo, engine.event, engine.slot, trace");
});

type Functions = Parameters<typeof testEngine>[2];
const start = async (functions: Functions, options: Partial<EngineOptions> = {}) => {
  const engine = await testEngine(pool, client, functions, options);
  engines.push(engine);
  return engine;
};
const live = async () =>
  (await pool.query<{ n: number }>("select count(*) as n from engine.run")).rows[0]?.n;
const traced = async () =>
  (await pool.query<{ what: string }>("select what from trace order by n")).rows.map((r) => r.what);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const nothing = (): void => undefined;
/** An event whose sender gives it an id, so that its run is stored at once. */
const stored = (name: string) => ({ id: randomUUID(), name, data: {} });

const survivor = () =>
  client.createFunction(
    { id: "crash", retries: 0, triggers: [{ event: "crash" }] },
    async ({ step, runId, attempt }) => {
      const trace = async (what: string) =>
        void (await pool.query("insert into trace values ($1, $2)", [runId, `${what} ${attempt}`]));
      await step.run("first", () => trace("first"));
      await step.run("second", () => trace("second"));
    },
  );

type Crash = { id?: string; name: string; data: { hang: string } };
/** An event for the child, which hangs in the step that it names. */
const hint = (hang: string): Crash => ({ name: "crash", data: { hang } });

async function killedChild(instance: string, event: Crash = hint("second")) {
  const args = [
    "--import",
    "tsx",
    new URL("./crash-app.ts", import.meta.url).pathname,
    url,
    instance,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const response = await fetch(`${line.toString().trim()}/e/test-event-key`, {
    method: "POST",
    body: JSON.stringify(event),
  });
  expect(response.status).toBe(200);
  await until(async () => (await traced()).at(-1) === `child ${event.data.hang}`);
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("killed during a step: the next engine of that name continues at once and re-runs no memo", async () => {
  await killedChild("host-1");
  const before = performance.now();
  await start([survivor()], { instance: "host-1" });
  await until(async () => (await live()) === 0);
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(await traced()).toEqual(["child first", "child second", "second 0"]);
});

test("killed during the first step: a hint's run is gone, that of an event with a given id goes on", async () => {
  await killedChild("host-1", hint("first"));
  expect(await live()).toBe(0);
  await asOwner("truncate trace");
  await killedChild("host-1", { id: "given", ...hint("first") });
  expect(await live()).toBe(1);
  await start([survivor()], { instance: "host-1" });
  await until(async () => (await live()) === 0);
  expect(await traced()).toEqual(["child first", "first 0", "second 0"]);
});

test("killed: an engine of another name continues when the lease is over", async () => {
  let marked = 0;
  const marker = client.createFunction(
    { id: "mark", triggers: [{ event: "mark" }] },
    () => void (marked += 1),
  );
  const other = await start([survivor(), marker], {
    instance: "host-2",
    policy: { leaseMs: 25_000, sweepMs: 100 },
  });
  await killedChild("host-1");
  await post(other, { name: "mark", data: {}, ts: Date.now() + 300 });
  await until(() => marked === 1);
  await until(async () => (await live()) === 1);
  expect(await traced()).toHaveLength(2);
  // Expires the lease, instead of waiting 25 s.
  await pool.query("update engine.run set wake_at = now()");
  await until(async () => (await live()) === 0);
  expect(await traced()).toEqual(["child first", "child second", "second 0"]);
  expect(other.stats().started).toBe(2);
});

test("leases are renewed while a call is in flight, even beside another engine", async () => {
  let calls = 0;
  const slow = client.createFunction(
    { id: "slow", retries: 0, triggers: [{ event: "slow" }] },
    async () => {
      calls += 1;
      await wait(5_000);
    },
  );
  const policy = { leaseMs: 2_500, sweepMs: 50 };
  const one = await start([slow], { policy });
  await start([slow], { policy });
  await post(one, stored("slow"));
  await until(async () => (await live()) === 0);
  expect(calls).toBe(1);
});

test("an engine that lost its lease stores nothing", async () => {
  const seen: string[] = [];
  let wakeFirst = nothing;
  let wakeSecond = nothing;
  const fenced = client.createFunction(
    { id: "fence", retries: 0, triggers: [{ event: "fence" }] },
    async ({ step }) => {
      const value = await step.run("who", async () => {
        if (seen.push("who") > 1) return "second";
        await new Promise<void>((resolve) => (wakeFirst = resolve));
        return "first";
      });
      await step.run("got", async () => {
        seen.push(value);
        await new Promise<void>((resolve) => (wakeSecond = resolve));
      });
    },
  );
  const stalled = await start([fenced], { policy: { leaseMs: 60_000, sweepMs: 60_000 } });
  await post(stalled, stored("fence"));
  await until(() => wakeFirst !== nothing);
  await pool.query("update engine.run set wake_at = now()");
  await start([fenced]);
  await until(() => seen.length === 3);
  wakeFirst();
  await until(() => stalled.stats().calls === 0 && stalled.stats().running === 0);
  expect(seen).toEqual(["who", "who", "second"]);
  wakeSecond();
  await until(async () => (await live()) === 0);
});

test("two engines on one database share the work, and each run is executed once", async () => {
  const seen = new Map<string, number>();
  const by = [0, 0];
  const make = (who: number) =>
    client.createFunction(
      { id: "share", triggers: [{ event: "share" }] },
      async ({ step, event }) => {
        const n = await step.run("n", () => {
          seen.set(event.id ?? "", (seen.get(event.id ?? "") ?? 0) + 1);
          by[who] = (by[who] ?? 0) + 1;
          return wait(10).then(() => 1);
        });
        return n;
      },
    );
  const one = await start([make(0)], { concurrency: 5, policy: { sweepMs: 60_000 } });
  await start([make(1)], { concurrency: 5, policy: { sweepMs: 60_000 } });
  await post(
    one,
    Array.from({ length: 300 }, (_, i) => ({ id: `e${i}`, name: "share", data: {} })),
  );
  await until(async () => (await live()) === 0, 55_000);
  expect(seen.size).toBe(300);
  expect([...seen.values()].every((n) => n === 1)).toBe(true);
  expect(Math.min(...by)).toBeGreaterThan(20);
}, 60_000);

test("a concurrency limit counts executing steps of all engines", async () => {
  let inside = 0;
  let most = 0;
  let done = 0;
  const limited = () =>
    client.createFunction(
      { id: "limited", concurrency: { limit: 2 }, triggers: [{ event: "limited" }] },
      async () => {
        inside += 1;
        most = Math.max(most, inside);
        await wait(10);
        inside -= 1;
        done += 1;
      },
    );
  const free = client.createFunction(
    { id: "free", triggers: [{ event: "free" }] },
    () => void (done += 1_000),
  );
  const one = await start([limited(), free]);
  await start([limited(), free]);
  await post(
    one,
    Array.from({ length: 40 }, () => stored("limited")),
  );
  await post(one, { name: "free", data: {} });
  await until(() => done >= 1_000);
  expect(done).toBeLessThan(1_030);
  await until(async () => (await live()) === 0);
  expect([done, most]).toEqual([1_040, 2]);
});

test("300 hanging calls block no other call", async () => {
  let hanging = 0;
  let release = nothing;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const hang = client.createFunction({ id: "hang", triggers: [{ event: "hang" }] }, async () => {
    hanging += 1;
    await gate;
  });
  let quick = 0;
  const fast = client.createFunction(
    { id: "fast", triggers: [{ event: "fast" }] },
    () => void (quick = performance.now()),
  );
  const engine = await start([hang, fast], { concurrency: 320 });
  await post(
    engine,
    Array.from({ length: 300 }, () => ({ name: "hang", data: {} })),
  );
  await until(() => hanging === 300);
  const before = performance.now();
  await post(engine, { name: "fast", data: {} });
  await until(() => quick > 0);
  // The others hang until they are released: finishing at all shows that none queues behind them.
  expect(quick - before).toBeLessThan(STALL_MS);
  release();
  await until(async () => (await live()) === 0);
});

test("closing lets calls end and releases waiting runs, which another engine continues", async () => {
  const seen: string[] = [];
  const f = client.createFunction(
    { id: "drain", triggers: [{ event: "drain" }] },
    async ({ step }) => {
      await step.run("slow", () => wait(1_000).then(() => void seen.push("slow")));
      await step.run("next", () => void seen.push("next"));
      await step.sleep("nap", "3s");
      seen.push("end");
    },
  );
  const first = await start([f]);
  await post(first, { name: "drain", data: {} });
  await until(() => first.stats().calls === 1);
  await first.close();
  expect(seen).toEqual(["slow"]);
  expect(first.stats().running).toBe(0);
  const second = await start([f]);
  await until(() => seen.includes("next"));
  await until(() => second.stats().waiting === 1);
  await second.close();
  await start([f]);
  await until(() => seen.includes("end"));
  expect(seen).toEqual(["slow", "next", "end"]);
});

const leasedUntil = async () =>
  Number((await pool.query<{ at: Date }>("select wake_at as at from engine.run")).rows[0]?.at);

test("a call that is still running keeps its lease while the engine closes", async () => {
  let release = nothing;
  const f = client.createFunction(
    { id: "lingering", triggers: [{ event: "lingering" }] },
    async ({ step }) => {
      await step.run("a", () => new Promise<void>((resolve) => (release = resolve)));
    },
  );
  const engine = await start([f], { policy: { leaseMs: 2_500 } });
  await post(engine, stored("lingering"));
  await until(() => release !== nothing);
  const closing = engine.close();
  const before = await leasedUntil();
  await until(async () => (await leasedUntil()) > before);
  release();
  await closing;
});

const makers = { "a run": () => stored("cutoff"), "a hint": () => ({ name: "cutoff", data: {} }) };

test.each(Object.entries(makers))(
  "losing every database connection only delays %s",
  async (_, event) => {
    const seen: string[] = [];
    let release = nothing;
    const f = client.createFunction(
      { id: "cutoff", retries: 0, triggers: [{ event: "cutoff" }] },
      async ({ step }) => {
        await step.run("a", () => new Promise<void>((resolve) => (release = resolve)));
        seen.push("resumed");
        await step.run("b", () => void seen.push("b"));
      },
    );
    const engine = await start([f]);
    await post(engine, event());
    await until(() => release !== nothing);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    release();
    release = nothing;
    // The pool may hand out a connection that it does not know is dead yet.
    await until(async () => seen.includes("b") && (await live().catch(nothing)) === 0);
    expect(seen.at(-1)).toBe("resumed");
    expect(seen.filter((what) => what === "b")).toHaveLength(1);
    expect(await post(engine, event())).toMatchObject({ status: 200 });
    await until(() => release !== nothing);
    release();
    await until(() => seen.filter((what) => what === "b").length === 2);
    await until(async () => (await live()) === 0);
  },
);

test("a cron trigger fires once a minute with two engines", async () => {
  const fired: unknown[] = [];
  const tick = () =>
    client.createFunction(
      { id: "tick", triggers: [{ cron: "* * * * *" }] },
      ({ event }) => void fired.push(event),
    );
  const minute = Date.UTC(2026, 0, 1, 0, 1);
  // Both have started before the minute begins.
  let begin: number | null = null;
  const sinceMinute = () => (begin === null ? -300 : performance.now() - begin);
  const last = [0, 0];
  const clock = (who: number) => () => (last[who] = minute + sinceMinute());
  await start([tick()], { now: clock(0) });
  await start([tick()], { now: clock(1) });
  begin = performance.now();
  await until(() => Math.min(...last) >= minute && fired.length > 0);
  // Closing waits until each has stored its run.
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  expect(fired).toMatchObject([
    {
      name: "inngest/scheduled.timer",
      data: {
        cron: "* * * * *",
        fireAt: "2026-01-01T00:01:00Z",
        scheduledAt: "2026-01-01T00:01:00Z",
      },
      ts: minute,
    },
  ]);
  expect(await live()).toBe(0);
});
