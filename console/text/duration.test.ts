import { expect, test } from "vitest";

import { countdownOf, elapsedOf, latencyOf, remainingOf } from "./duration";

test.each([
  [-5, "less than a minute"],
  [59_999, "less than a minute"],
  [60_000, "1 min"],
  [7 * 3_600_000 + 1, "7 h"],
  [49 * 3_600_000, "2 d"],
])("%d ms have lasted %s", (ms, text) => expect(elapsedOf(ms)).toBe(text));

test.each([
  [-5, "0 s"],
  [999, "1 s"],
  [59_999, "60 s"],
  [60_001, "2 min"],
  [24 * 3_600_000, "24 h"],
  [24 * 3_600_000 - 5_000, "24 h"],
  [25 * 3_600_000, "2 d"],
])("%d ms are left: %s", (ms, text) => expect(remainingOf(ms)).toBe(text));

test.each([
  [-1, "0 s"],
  [4_001, "5 s"],
  [65_000, "1 min 05 s"],
  [3 * 3_600_000 + 7 * 60_000, "3 h 07 min"],
  [10 * 3_600_000 - 60_000, "9 h 59 min"],
  [24 * 3_600_000 - 60_000, "24 h"],
])("%d ms to go is %s", (ms, text) => expect(countdownOf(ms)).toBe(text));

test("latency has a decimal from one second", () => {
  expect(latencyOf(48.4)).toBe("48 ms");
  expect(latencyOf(1_249)).toBe("1.2 s");
});
