import { expect, test } from "vitest";

import { sumDays } from "./usage";

test("requests with several keys are summed day by day, whenever they begin", () => {
  const one = [
    { date: "2026-11-23", requests: 3, failed: 1 },
    { date: "2026-11-24", requests: 5, failed: 0 },
  ];
  const other = [
    { date: "2026-11-24", requests: 2, failed: 2 },
    { date: "2026-11-25", requests: 1, failed: 0 },
  ];
  expect(sumDays([other, one])).toEqual([
    { date: "2026-11-23", requests: 3, failed: 1 },
    { date: "2026-11-24", requests: 7, failed: 2 },
    { date: "2026-11-25", requests: 1, failed: 0 },
  ]);
  expect(sumDays([])).toEqual([]);
});
