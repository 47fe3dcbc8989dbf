import { expect, it } from "vitest";

import { latencyOf } from "./latency";

const at = (cursor: number, time: number) => ({ cursor: BigInt(cursor), at: time });

it("measures to the first request at or beyond the change, not to a repeated or an older one", () => {
  const arrivals = [at(5, 100), at(3, 150), at(5, 900), at(12, 1_000), at(12, 5_000)];
  expect(latencyOf([at(4, 80), at(5, 90), at(6, 400), at(12, 990)], arrivals)).toEqual({
    count: 4,
    p50_ms: 10,
    p99_ms: 600,
    max_ms: 600,
  });
});

it("omits changes that have not arrived, and never goes below zero", () => {
  expect(latencyOf([at(9, 10)], [at(8, 20)])).toBeNull();
  expect(latencyOf([at(1, 30), at(9, 30)], [at(8, 20)])).toMatchObject({ count: 1, p50_ms: 0 });
});
