import { NonRetriableError, RetryAfterError } from "inngest";
import { afterEach, describe, expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";
import { STALL_MS } from "@/testing/stall";

import type { Engine } from "./engine";
import { post, testClient, testEngine, until } from "./testing";

const { asOwner, pool } = await openTestPool(20);
const client = testClient();
const engines: Engine[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  await asOwner("truncate engine.run, engine.memo, engine.event, engine.slot, engine.function");
});

const start = async (
  ...rest: Parameters<typeof testEngine> extends [unknown, unknown, ...infer R] ? R : never
) => {
  const engine = await testEngine(pool, client, ...rest);
  engines.push(engine);
  return engine;
};
const rows = async (table: string) =>
  (await pool.query<{ n: number }>(`select count(*) as n from engine.${table}`)).rows[0]?.n;
let named = 0;
const fn = (
  options: Partial<Parameters<typeof client.createFunction>[0]>,
  handler: Parameters<typeof client.createFunction>[1],
) => {
  named += 1;
  return client.createFunction(
    { id: `f${named}`, retries: 3, triggers: [{ event: "go" }], ...options },
    handler,
  );
};
const go = (data: Record<string, unknown> = {}) => ({ name: "go", data });

describe("steps", () => {
  test("run in order, each once, and leave nothing behind", async () => {
    const seen: string[] = [];
    const f = fn({}, async ({ step, event }) => {
      const a = await step.run("a", () => (seen.push(`a${event.data.n}`), { got: "ä\u0000€" }));
      const b = await step.run("b", () => (seen.push(a.got), 7));
      seen.push(`end${b}`);
      return "done";
    });
    const engine = await start([f]);
    expect(await post(engine, go({ n: 1 }))).toMatchObject({ status: 200, body: { status: 200 } });
    await until(() => seen.length >= 3);
    await until(async () => (await rows("run")) === 0);
    expect(seen).toEqual(["a1", "ä\u0000€", "end7"]);
    expect(await rows("memo")).toBe(0);
    await until(async () => (await rows("event")) === 1);
  });

  test("parallel steps start together, run once each, and are joined by one call", async () => {
    const seen: string[] = [];
    let together = 0;
    let most = 0;
    const work = (name: string) => async () => {
      together += 1;
      most = Math.max(most, together);
      await new Promise((resolve) => setTimeout(resolve, 500));
      together -= 1;
      seen.push(name);
      return name;
    };
    const f = fn({}, async ({ step }) => {
      const all = await Promise.all(["a", "b", "c"].map((name) => step.run(name, work(name))));
      const last = await step.run("last", () => all.join(""));
      seen.push(last);
    });
    const engine = await start([f]);
    await post(engine, go());
    await until(() => seen.length === 4);
    expect(most).toBe(3);
    expect(seen.slice(0, 3).toSorted()).toEqual(["a", "b", "c"]);
    expect(seen[3]).toBe("abc");
  });

  test("chains beside a sleep continue before the sleep ends", async () => {
    const seen: string[] = [];
    const chain = async (step: { run: (id: string, f: () => string) => Promise<string> }) => {
      await step.run("one", () => (seen.push("one"), "1"));
      await step.run("two", () => (seen.push("two"), "2"));
    };
    const f = fn({}, async ({ step }) => {
      await Promise.all([
        step.sleep("nap", "3s").then(() => seen.push("woke")),
        chain(step as never),
      ]);
      seen.push("end");
    });
    const engine = await start([f]);
    await post(engine, go());
    await until(() => seen.includes("end"));
    expect(seen.filter((s, i) => seen.indexOf(s) === i)).toEqual(["one", "two", "woke", "end"]);
  });

  test("are retried, then the function can catch the error", async () => {
    const attempts: number[] = [];
    const caught: string[] = [];
    const f = fn({ retries: 2 }, async ({ step, attempt }) => {
      try {
        await step.run("bad", () => {
          attempts.push(attempt);
          throw new TypeError("no");
        });
      } catch (error) {
        caught.push((error as Error).message);
      }
      return step.run("after", () => attempts.push(-attempt));
    });
    const engine = await start([f]);
    await post(engine, go());
    await until(async () => caught.length > 0 && (await rows("run")) === 0);
    expect(attempts).toEqual([0, 1, 2, -0]);
    expect(new Set(caught)).toEqual(new Set(["no"]));
  });

  test("parallel steps that fail are retried alone", async () => {
    const seen: string[] = [];
    const f = fn({}, async ({ step, attempt }) => {
      await Promise.all([
        step.run("good", () => void seen.push("good")),
        step.run("bad", () => {
          seen.push(`bad${attempt}`);
          if (attempt < 2) throw new Error("not yet");
        }),
      ]);
      seen.push("end");
    });
    const engine = await start([f]);
    await post(engine, go());
    await until(() => seen.includes("end"));
    expect(seen.filter((s) => s === "good")).toHaveLength(1);
    expect(seen.filter((s) => s.startsWith("bad"))).toEqual(["bad0", "bad1", "bad2"]);
  });

  test("sleep as precisely as a timer of this process, even when the wait is kept in the database", async () => {
    const seen: number[] = [];
    // On a busy machine every timer is late, so the engine's delay is compared with a timer's.
    let timer = 0;
    const f = fn({}, async ({ step, event: { data } }) => {
      await step.run("before", () => {
        seen.push(performance.now());
        setTimeout(() => (timer = performance.now()), data.napMs);
      });
      await step.sleep("nap", data.napMs);
      await step.run("after", () => void seen.push(performance.now()));
    });
    // The second is longer than a wait that stays in memory.
    for (const napMs of [2_000, 9_000]) {
      seen.length = 0;
      const engine = await start([f]);
      await post(engine, go({ napMs }));
      await until(() => seen.length === 2);
      const slept = (seen[1] ?? 0) - (seen[0] ?? 0);
      expect(slept).toBeGreaterThan(napMs - 5);
      expect((seen[1] ?? 0) - timer).toBeLessThan(STALL_MS);
      await until(async () => (await rows("run")) === 0);
      await engine.close();
    }
  });
});

describe("failure", () => {
  test("a function that throws is retried, then onFailure gets the error and the event", async () => {
    const attempts: number[] = [];
    const failures: unknown[] = [];
    const f = fn(
      {
        retries: 1,
        onFailure: ({ event, error }) => void failures.push([event.data, error.message]),
      },
      ({ attempt }) => {
        attempts.push(attempt);
        throw new RangeError("always");
      },
    );
    const engine = await start([f]);
    await post(engine, { ...go({ n: 5 }), id: "evt-1" });
    await until(() => failures.length === 1);
    expect(attempts).toEqual([0, 1]);
    expect(failures[0]).toMatchObject([
      {
        function_id: `app-${f.id()}`,
        run_id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        error: { name: "RangeError", message: "always" },
        event: { id: "evt-1", name: "go", data: { n: 5 } },
      },
      "always",
    ]);
    const { rows: kept } = await pool.query(
      "select failed_at, error from engine.run where failed_at is not null",
    );
    expect(kept).toHaveLength(1);
    expect(engine.stats().failed).toBe(1);
  });

  test("non-retriable errors fail at once; retry-after is respected", async () => {
    const hard: number[] = [];
    const soft: number[] = [];
    const a = fn({}, ({ attempt }) => {
      hard.push(attempt);
      throw new NonRetriableError("never");
    });
    const b = fn({}, ({ attempt }) => {
      soft.push(performance.now());
      if (attempt === 0) throw new RetryAfterError("later", 1_000);
    });
    const engine = await start([a, b]);
    await post(engine, go());
    await until(() => soft.length === 2);
    expect(hard).toEqual([0]);
    expect((soft[1] ?? 0) - (soft[0] ?? 0)).toBeGreaterThan(990);
  });

  test("an operation that is not implemented fails the run", async () => {
    const f = fn({}, async ({ step }) => {
      await step.waitForEvent("w", { event: "other", timeout: "1m" });
    });
    const engine = await start([f]);
    await post(engine, go());
    await until(() => engine.stats().failed === 1);
    const { rows: kept } = await pool.query<{ error: string }>("select error from engine.run");
    expect(kept[0]?.error).toContain("operation WaitForEvent is not supported");
  });

  test("transport errors use up no attempt", async () => {
    const attempts: number[] = [];
    let calls = 0;
    const f = fn({ retries: 0 }, ({ attempt }) => void attempts.push(attempt));
    const { serve } = await import("inngest/edge");
    const handler = serve({ client, functions: [f] });
    const engine = await start([f], {
      call: async (request) => {
        calls += request.method === "POST" ? 1 : 0;
        if (request.method === "POST" && calls === 1) throw new TypeError("fetch failed");
        if (request.method === "POST" && calls === 2)
          return new Response("bad gateway", { status: 502 });
        if (request.method === "POST" && calls === 3) return Response.json({}, { status: 200 });
        if (request.method === "POST" && calls === 4) {
          return new Response("[]", { status: 200, headers: { "x-inngest-sdk": "forged" } });
        }
        return handler(request);
      },
    });
    await post(engine, go());
    await until(() => attempts.length === 1);
    expect([attempts, calls]).toEqual([[0], 5]);
  });
});

describe("events", () => {
  test("one id starts a function once in 24 hours, in one post, in two, and by a repeated post", async () => {
    const seen: unknown[] = [];
    const engine = await start([fn({}, ({ event }) => void seen.push(event.id))]);
    const twice = { ...go(), id: "same" };
    await post(engine, [twice, twice, { ...go(), id: "other" }]);
    await post(engine, twice);
    const seed = `${Date.now()},${Buffer.alloc(10, 7).toString("base64")}`;
    const first = await post(engine, [go(), go()], undefined, seed);
    const second = await post(engine, [go(), go()], undefined, seed);
    expect(first.body).toEqual(second.body);
    await until(() => seen.length >= 4);
    await pool.query(
      "update engine.event set received_at = now() - interval '25 hours' where id = 'same'",
    );
    await post(engine, twice);
    await until(() => seen.length >= 5);
    expect(seen.filter((id) => id === "same")).toHaveLength(2);
    expect(new Set(seen).size).toBe(4);
  });

  test("a ts in the future delays the run until then", async () => {
    const seen: number[] = [];
    const engine = await start([fn({}, () => void seen.push(Date.now()))]);
    const ts = Date.now() + 1_800;
    await post(engine, { ...go(), ts });
    await until(() => seen.length === 1);
    expect(seen[0]).toBeGreaterThanOrEqual(ts - 5);
    expect(seen[0]).toBeLessThan(ts + STALL_MS);
  });

  test("invalid events are refused with a reason", async () => {
    const engine = await start([fn({}, () => undefined)]);
    const statuses = [
      await post(engine, go(), "wrong-key"),
      await post(engine, "{"),
      await post(engine, { data: {} }),
      await post(engine, { name: "go", data: 5 }),
      await post(engine, { name: "go", ts: "tomorrow" }),
      await post(engine, { name: "inngest/function.failed", data: {} }),
      await post(engine, "null"),
      await post(
        engine,
        Array.from({ length: 5_001 }, () => go()),
      ),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 400, 400, 400, 400, 400, 400, 413]);
    expect(await post(engine, { name: "nobody-listens" })).toMatchObject({ status: 200 });
    expect((await fetch(`${engine.url}/health`)).status).toBe(200);
    expect((await fetch(`${engine.url}/elsewhere`)).status).toBe(404);
    expect(await rows("run")).toBe(0);
  });

  test("the SDK's own client can send, even from within a function", async () => {
    const seen: unknown[] = [];
    const engine = await start([
      fn({}, async ({ step }) => {
        await step.sendEvent("next", { name: "next", data: { from: "go" } });
      }),
      fn({ triggers: [{ event: "next" }] }, ({ event }) => void seen.push(event.data)),
    ]);
    client.setEnvVars({ INNGEST_BASE_URL: engine.url, INNGEST_DEV: "0" });
    await client.send({ name: "go", data: {} });
    await until(() => seen.length === 1);
    expect(seen).toEqual([{ from: "go" }]);
  });
});
