import { Inngest } from "inngest";
import { describe, expect, test } from "vitest";

import { openTestPool } from "@/testing/pool";

import { hashedSigningKey } from "./signature";
import { quiet, serveUrl, signingKey, testClient, testEngine } from "./testing";

const { pool } = await openTestPool(10);
const client = testClient();

type Options = Parameters<typeof client.createFunction>[0];
const fn = (options: Partial<Options>) =>
  client.createFunction({ id: "f", triggers: [{ event: "go" }], ...options }, () => undefined);

describe("unimplemented options stop the start, by name", () => {
  const cases: [what: string, options: Partial<Options>][] = [
    ["option batchEvents", { batchEvents: { maxSize: 5, timeout: "1s" } }],
    ["option debounce", { debounce: { period: "5s" } }],
    ["option throttle", { throttle: { limit: 1, period: "1s" } }],
    ["option rateLimit", { rateLimit: { limit: 1, period: "1s" } }],
    ["option singleton", { singleton: { mode: "skip" } }],
    ["option priority", { priority: { run: "1" } }],
    ["option timeouts", { timeouts: { start: "1m" } }],
    ["option idempotency", { idempotency: "event.data.id" }],
    ["option cancel", { cancelOn: [{ event: "stop", match: "data.id" }] }],
    ["option concurrency", { concurrency: { limit: 1, key: "event.data.id" } }],
    ["option concurrency", { concurrency: { limit: 1, scope: "account", key: '"a"' } }],
    ["option concurrency", { concurrency: [{ limit: 1 }, { limit: 2, key: "event.data.id" }] }],
    ["an expression on a trigger", { triggers: [{ event: "go", if: "event.data.n > 1" }] }],
    ["a wildcard", { triggers: [{ event: "go/*" }] }],
    ['cron "TZ=Europe/Paris 0 9 * * *"', { triggers: [{ cron: "TZ=Europe/Paris 0 9 * * *" }] }],
    ['cron "61 * * * *"', { triggers: [{ cron: "61 * * * *" }] }],
    ["trigger inngest/function.finished", { triggers: [{ event: "inngest/function.finished" }] }],
  ];
  test.each(cases)("%s", async (what, options) => {
    await expect(testEngine(pool, client, [fn(options)])).rejects.toThrow(
      `function app-f: ${what}`,
    );
  });
});

test("an app that has another key, stays unreachable or does not sign is refused", async () => {
  const other = new Inngest({
    id: "app",
    isDev: false,
    signingKey: `signkey-test-${"0".repeat(64)}`,
    internalLogger: quiet,
  });
  await expect(
    testEngine(pool, other, [
      other.createFunction({ id: "f", triggers: [{ event: "go" }] }, () => 1),
    ]),
  ).rejects.toThrow("does not know the engine's signing key");
  const dev = new Inngest({ id: "app", isDev: true, internalLogger: quiet });
  await expect(
    testEngine(pool, dev, [dev.createFunction({ id: "f", triggers: [{ event: "go" }] }, () => 1)]),
  ).rejects.toThrow("does not sign its responses");
});

test("an out-of-band sync says whether it changed anything, and needs the signing key", async () => {
  const engine = await testEngine(pool, client, [fn({ concurrency: 2, retries: 1 })]);
  const register = async (id: string, authorization = `Bearer ${hashedSigningKey(signingKey)}`) => {
    const functions = [
      {
        id,
        name: id,
        triggers: [{ event: "go" }],
        steps: { step: { id: "step", name: "step", runtime: { type: "http", url: serveUrl } } },
      },
    ];
    const response = await fetch(`${engine.url}/fn/register`, {
      method: "POST",
      headers: { authorization },
      body: JSON.stringify({ url: "http://evil.example/", appName: "app", functions }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  try {
    expect(await register("app-g")).toEqual({ status: 200, body: { ok: true, modified: true } });
    expect(await register("app-g")).toEqual({ status: 200, body: { ok: true, modified: false } });
    expect(await register("app-g", "Bearer nonsense")).toMatchObject({ status: 401 });
    expect(await register("")).toMatchObject({ status: 400 });
  } finally {
    await engine.close();
  }
});
