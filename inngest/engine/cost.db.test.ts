import { afterAll, beforeAll, expect, test } from "vitest";

import { createPool } from "@/lib/db/pool";
import { openTestPool } from "@/testing/pool";

import type { Engine } from "./engine";
import { testClient, testEngine, until } from "./testing";

const TICK_MS = 100;
const TICKS = 80;
const QUIET_TICKS = 10;
const { pool, url } = await openTestPool(5);
let engine: Engine;
beforeAll(async () => {
  const client = testClient();
  const f = client.createFunction({ id: "f", triggers: [{ event: "go" }] }, () => null);
  engine = await testEngine(pool, client, [f]);
});
afterAll(async () => {
  await engine.close();
});

test("idle, the engine runs less than one statement a second", async () => {
  let statements = 0;
  let ticks = 0;
  let quietTicks = 0;
  pool.on("acquire", () => {
    statements += 1;
    quietTicks = 0;
  });
  const timer = setInterval(() => {
    ticks += 1;
    quietTicks += 1;
  }, TICK_MS);
  // The start is over once it listens and a second passes without a statement.
  await until(() => pool.totalCount > 1 && quietTicks >= QUIET_TICKS);
  [statements, ticks] = [0, 0];
  const begun = performance.now();
  await until(() => ticks >= TICKS);
  clearInterval(timer);
  expect(statements).toBeGreaterThan(0);
  // On a busy machine the ticks take longer.
  expect(statements).toBeLessThan((performance.now() - begun) / 1_000);
});

test("only the engine's own connections commit without waiting for the disk", async () => {
  const other = createPool(url, 1);
  const modes = await Promise.all(
    [pool, other].map(async (each) => {
      const { rows } = await each.query<{ mode: string }>(
        "select setting || ' by ' || source as mode from pg_settings where name = 'synchronous_commit'",
      );
      return rows[0]?.mode;
    }),
  );
  await other.end();
  expect(modes[0]).toBe("off by client");
  expect(modes[1]).not.toContain("client");
});
