import { expect, test } from "vitest";

import { countdownOf, latencyOf, spanOf } from "./duration";

test.each([
  [-5, "0 s"],
  [999, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [7 * 3_600_000 + 1, "7 h"],
  [49 * 3_600_000, "2 d"],
])("%d ms is %s", (ms, words) => expect(spanOf(ms)).toBe(words));

test.each([
  [-1, "0 s"],
  [4_001, "5 s"],
  [65_000, "1 min 05 s"],
  [3 * 3_600_000 + 7 * 60_000, "3 h 07 min"],
])("%d ms to go is %s", (ms, words) => expect(countdownOf(ms)).toBe(words));

test("latency has a digit where it matters", () => {
  expect(latencyOf(48.4)).toBe("48 ms");
  expect(latencyOf(1_249)).toBe("1.2 s");
});
