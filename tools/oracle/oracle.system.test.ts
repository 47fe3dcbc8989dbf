import { expect, test } from "vitest";

import { runOracle } from "./run";

// A different seed each day: the suite covers new ones, and a failure can be reproduced the same
// day.
const TODAY = Math.floor(Date.now() / 86_400_000);

test("a short run of the sequence oracle finds nothing", async () => {
  const { violations, ...result } = await runOracle(
    { seed: TODAY, seeds: 4, minutes: 1, operations: 40, faults: 2, together: 4 },
    () => undefined,
    new AbortController().signal,
  );
  // The seed is in each violation and here, so that a failure can be reproduced.
  console.warn(JSON.stringify(result));
  expect(violations).toEqual([]);
  expect(result).toMatchObject({ ok: true, first: TODAY, seeds: 4 });
  expect(result.operations).toBeGreaterThanOrEqual(160);
  expect(Object.values(result.faults).reduce((sum, n) => sum + n, 0)).toBe(3);
}, 300_000);
