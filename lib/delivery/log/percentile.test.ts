import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { percentile } from "./percentile";

/** The bucket that delivery_stat_count counts a duration in. */
const spanOf = (ms: number) => Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(1.25)) + 1;

test("an empty histogram has no percentile", () => {
  expect(percentile([], 0.5)).toBeNull();
});

test("a percentile lies within an eighth of the true one, and rises with its share", () => {
  assert(
    property(
      array(integer({ min: 2, max: 10_000 }), { minLength: 1, maxLength: 200 }),
      (durations) => {
        const counts = new Map<number, number>();
        for (const ms of durations) counts.set(spanOf(ms), (counts.get(spanOf(ms)) ?? 0) + 1);
        const histogram = [...counts].toSorted(([a], [b]) => a - b);
        const sorted = durations.toSorted((a, b) => a - b);
        const truth = (q: number) => sorted[Math.ceil(q * sorted.length) - 1] ?? 0;
        for (const q of [0.5, 0.95]) {
          const seen = percentile(histogram, q) ?? 0;
          expect(seen / truth(q)).toBeGreaterThan(0.875);
          expect(seen / truth(q)).toBeLessThan(1.125);
        }
        expect(percentile(histogram, 0.5)).toBeLessThanOrEqual(percentile(histogram, 0.95) ?? 0);
      },
    ),
  );
});
