import { expect, test } from "vitest";

import { log } from "@/lib/log";

import type { Arrival } from "./arrivals";
import { readFunctions } from "./functions";
import { cronArrivals, runSchedule } from "./schedule";

const at = (day: number, hour: number, minute: number, ms = 0) =>
  Date.UTC(2026, 0, day, hour, minute) + ms;
const specs = (...crons: string[]) =>
  readFunctions([{ id: "f", triggers: crons.map((cron) => ({ cron })), steps: { step: {} } }]);
const times = (cron: string, from: number, to: number) =>
  cronArrivals(specs(cron), from, to).map(({ event }) => event.ts);

test("fires at full minutes after the first and up to the second time", () => {
  expect(times("* * * * *", at(1, 0, 0), at(1, 0, 2))).toEqual([at(1, 0, 1), at(1, 0, 2)]);
  expect(times("* * * * *", at(1, 0, 0, 1), at(1, 0, 1, -1))).toEqual([]);
  expect(times("* * * * *", at(1, 0, 0, -1), at(1, 0, 0))).toEqual([at(1, 0, 0)]);
});

test("fields are UTC; lists, ranges and steps are understood", () => {
  expect(times("0 9 * * *", at(1, 8, 59), at(1, 9, 1))).toEqual([at(1, 9, 0)]);
  expect(times("*/5 * * * *", at(1, 0, 0), at(1, 0, 10))).toEqual([at(1, 0, 5), at(1, 0, 10)]);
  expect(times("1,3 0-1 * * 4", at(1, 0, 0), at(1, 0, 5))).toEqual([at(1, 0, 1), at(1, 0, 3)]);
  expect(times("* * * * 5", at(1, 0, 0), at(1, 0, 5))).toEqual([]);
});

test("at most ten minutes of a stall are caught up with; the ids name function, trigger and minute", () => {
  expect(times("* * * * *", at(1, 0, 0), at(2, 0, 0))).toHaveLength(11);
  const ids = cronArrivals(specs("* * * * *", "1 * * * *"), at(1, 0, 0), at(1, 0, 1)).map(
    ({ event }) => event.id,
  );
  expect(ids).toEqual([`cron-f-0-${at(1, 0, 1)}`, `cron-f-1-${at(1, 0, 1)}`]);
});

test("a clock that is set back by hours delays nothing by hours", async () => {
  const closing = new AbortController();
  const fired: number[] = [];
  // Eight hours ahead until the first pause is over.
  let now = at(1, 8, 0, 59_990);
  const store = (arrivals: Arrival[]) => {
    fired.push(...arrivals.map(({ event }) => event.ts));
    closing.abort();
    return Promise.resolve();
  };
  const engine = { closing: closing.signal, log, registry: { all: () => specs("* * * * *") } };
  const running = runSchedule(engine, store, () => now);
  now = at(1, 0, 0, 59_990);
  const step = setInterval(() => (now += 5), 5);
  await running;
  clearInterval(step);
  expect(fired).toEqual([at(1, 0, 1)]);
});
