import { expect, test } from "vitest";

import { daysToAsk, splitPeriods } from "./periods";

test("a period is compared with the one before it, as far as the API goes back", () => {
  expect([7, 30, 90, 365].map(daysToAsk)).toEqual([14, 60, 180, 365]);
  expect(splitPeriods([1, 2, 3, 4], 2)).toEqual({ days: [3, 4], before: [1, 2] });
  expect(splitPeriods([1, 2, 3, 4, 5], 2)).toEqual({ days: [4, 5], before: [2, 3] });
  expect(splitPeriods([1, 2], 2)).toEqual({ days: [1, 2], before: null });
  expect(splitPeriods([], 2)).toEqual({ days: [], before: null });
});
