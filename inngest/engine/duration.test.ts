import * as fc from "fast-check";
import { expect, test } from "vitest";

import { retryAfterMs, sleepEnd } from "./duration";

const now = Date.UTC(2026, 0, 1);

test.each([
  ["1h30m", now + 5_400_000],
  ["2d", now + 172_800_000],
  ["1w1s", now + 604_801_000],
  ["0s", now + 1_000],
  ["", now + 1_000],
  ["2026-01-01T00:00:05.000Z", now + 5_000],
  ["2020-01-01T00:00:00.000Z", now],
  ["2026-99-01T00:00:00Z", null],
  ["soon", null],
  ["1.5h", null],
  ["-1h", null],
  ["9999999999999999w", null],
])("a sleep named %j", (name, end) => {
  expect(sleepEnd(name, now)).toBe(end);
});

test("any name gives an end that is not in the past, or null", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const end = sleepEnd(name, now);
      return end === null || end >= now;
    }),
  );
});

test.each([
  [null, null],
  ["", null],
  ["5", 5_000],
  ["0", 1_000],
  ["999999999", 86_400_000],
  ["2026-01-01T00:01:00Z", 60_000],
  ["nonsense", null],
])("retry-after %j", (header, wait) => {
  expect(retryAfterMs(header, now)).toBe(wait);
});
