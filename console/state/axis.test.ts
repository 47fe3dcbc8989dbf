import { expect, test } from "vitest";

import { axisEnd, axisEndOfBytes } from "./axis";

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 20],
  [63, 80],
  [97, 100],
  [101, 200],
  [1_340, 2_000],
])("an axis for up to %i ends at %i", (most, end) => {
  expect(axisEnd(most)).toBe(end);
});

test.each([
  [0, 2],
  [1_023, 2_048],
  [1_024, 2_048],
  [5 * 1024 ** 2 + 1, 6 * 1024 ** 2],
  [700 * 1024, 800 * 1024],
])("an axis for up to %i bytes ends at %i", (most, end) => {
  expect(axisEndOfBytes(most)).toBe(end);
});

test("an axis reaches above every value and is at least half used from two on", () => {
  for (let most = 2; most < 20_000; most++) {
    expect(axisEnd(most)).toBeGreaterThanOrEqual(most);
    expect(axisEnd(most)).toBeLessThan(2 * most);
    expect(axisEnd(most) % 2).toBe(0);
  }
});
