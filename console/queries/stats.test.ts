import { expect, test } from "vitest";

import { summarise } from "./stats";

const bucket = (delivered: number, failed: number, ms: number | null) => ({
  at: "2026-01-01T00:00:00.000Z",
  delivered,
  failed,
  p50_ms: ms,
  p95_ms: ms === null ? null : ms * 2,
});

test("counts are added, and a busy bucket outweighs quiet ones", () => {
  expect(summarise([bucket(1, 0, 10), bucket(100, 2, 50), bucket(1, 0, 900)])).toEqual({
    delivered: 102,
    failed: 2,
    p50: 50,
    p95: 100,
  });
});

test("there is no latency without a delivery", () => {
  expect(summarise([bucket(0, 3, null)])).toEqual({
    delivered: 0,
    failed: 3,
    p50: null,
    p95: null,
  });
  expect(summarise([])).toMatchObject({ delivered: 0, p50: null });
});
