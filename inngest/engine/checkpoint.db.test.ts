import type { ClientOptions, InngestFunction } from "inngest";
import { afterEach, expect, test, vi } from "vitest";

import { openTestPool } from "@/testing/pool";

import type { Engine } from "./engine";
import { hashedSigningKey } from "./signature";
import { post, signingKey, testClient, testEngine, until } from "./testing";

// A call continues after a step and reports what it did (spec 11.5).
const { pool } = await openTestPool(10);
let engine: Engine;
afterEach(() => engine.close());

type Client = ReturnType<typeof testClient>;

/** Starts an engine over one function; counts its calls. */
async function start(
  checkpointing: ClientOptions["checkpointing"],
  define: (client: Client) => InngestFunction.Any,
) {
  const client = testClient(checkpointing);
  engine = await testEngine(pool, client, [define(client)]);
  client.setEnvVars({ INNGEST_BASE_URL: engine.url });
}

const memos = async () =>
  (await pool.query<{ n: number }>("select count(*)::int as n from engine.memo")).rows[0]?.n;
const isOver = () => engine.stats().running + engine.stats().waiting === 0;

test("a call reports the steps it buffered with its end, and nothing is stored", async () => {
  const statements = vi.spyOn(pool, "query");
  const log: string[] = [];
  await start({ bufferedSteps: 5 }, (client) =>
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      log.push("call");
      await step.run("a", () => log.push("a"));
      await step.run("b", () => log.push("b"));
    }),
  );
  await post(engine, { name: "go" });
  await until(() => log.includes("b") && isOver());
  expect(log).toEqual(["call", "a", "b"]);
  expect(JSON.stringify(statements.mock.calls)).not.toMatch(/engine-(save|finish|release)/);
  statements.mockRestore();
});

test("each step is stored before the call continues with the next", async () => {
  const stored: unknown[] = [];
  let calls = 0;
  await start(true, (client) =>
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      calls += 1;
      await step.run("a", () => 1);
      await step.run("b", async () => void stored.push(await memos()));
      await step.run("c", async () => void stored.push(await memos()));
    }),
  );
  await post(engine, { name: "go" });
  await until(() => stored.length === 2 && isOver());
  expect([stored, calls, await memos()]).toEqual([[1, 2], 1, 0]);
});

test("buffered steps are stored before a sleep and are not executed again", async () => {
  const log: string[] = [];
  await start({ bufferedSteps: 5 }, (client) =>
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      const got = await step.run("a", () => log.push("a"));
      await step.sleep("nap", 300);
      await step.run("b", () => log.push(`b after ${got}`));
    }),
  );
  await post(engine, { name: "go" });
  await until(async () => (await memos()) === 1);
  await until(() => log.length === 2 && isOver());
  expect(log).toEqual(["a", "b after 1"]);
});

test("a step that throws after buffered ones is retried alone", async () => {
  const log: string[] = [];
  await start({ bufferedSteps: 5 }, (client) =>
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.run("a", () => log.push("a"));
      await step.run("b", () => {
        log.push("b");
        if (log.length < 4) throw new Error("again");
      });
    }),
  );
  await post(engine, { name: "go" });
  await until(() => log.length === 4 && isOver());
  expect(log).toEqual(["a", "b", "b", "b"]);
});

test("a call that was replaced is stopped, and so are strangers", async () => {
  const log: string[] = [];
  await start(true, (client) =>
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step, runId }) => {
      await step.run("a", () => log.push(runId));
      await step.run("b", async () => {
        const change = "generation = generation + 1, owner = 'another'";
        await pool.query(`update engine.run set ${change} where id = $1`, [runId]);
      });
      await step.run("c", () => log.push("c"));
    }),
  );
  const send = async (run: string, body: unknown, key = hashedSigningKey(signingKey)) => {
    const url = `${engine.url}/v1/checkpoint/${run}/async`;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
  };
  const body = { qi_id: "x.1", steps: [] };
  expect(await send("x", body)).toBe(409);
  expect(await send("x", body, "stranger")).toBe(401);
  expect(await send("x", { steps: "none" })).toBe(400);
  await post(engine, { name: "go" });
  await until(() => log.length > 0 && isOver());
  expect(log).toHaveLength(1);
});
