import { setImmediate as turn } from "node:timers/promises";

import { expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { createTicker } from "./ticker";

test("requests during a run cost one more run, and runs never overlap", async () => {
  const gates: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const ticker = createTicker(
    async () => {
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running--;
    },
    { everyMs: 60_000, restMs: 0 },
  );
  ticker.start();
  for (let i = 0; i < 5; i++) ticker.now();
  expect(gates).toHaveLength(1);
  gates[0]!();
  await eventually("the second run", () => gates.length === 2);
  gates[1]!();
  await eventually("an end", () => running === 0);
  await turn();
  expect(gates).toHaveLength(2);
  expect(most).toBe(1);
  ticker.stop();
});

test("repeats after a failure, and stops after stop", async () => {
  let runs = 0;
  const ticker = createTicker(
    () => {
      runs++;
      return Promise.reject(new Error("away"));
    },
    { everyMs: 5, restMs: 0 },
  );
  ticker.now();
  expect(runs).toBe(0);
  ticker.start();
  ticker.start();
  await eventually("three runs", () => runs >= 3);
  ticker.stop();
  const seen = runs;
  ticker.now();
  let turns = 0;
  const other = createTicker(async () => void turns++, { everyMs: 5, restMs: 0 });
  other.start();
  await eventually("other work meanwhile", () => turns >= 3);
  other.stop();
  expect(runs).toBe(seen);
  ticker.start();
  await eventually("a run after a new start", () => runs > seen);
  ticker.stop();
});

test("rests between runs, however often it is called", async () => {
  const startedAt: number[] = [];
  const ticker = createTicker(async () => void startedAt.push(performance.now()), {
    everyMs: 60_000,
    restMs: 20,
  });
  ticker.start();
  await eventually("five runs", () => {
    ticker.now();
    return startedAt.length === 5;
  });
  ticker.stop();
  const gaps = startedAt.slice(1).map((at, i) => at - (startedAt[i] ?? at));
  expect(Math.min(...gaps)).toBeGreaterThan(18);
});
