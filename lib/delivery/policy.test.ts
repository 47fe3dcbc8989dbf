import { expect, test } from "vitest";

import { POLICY, retryWait } from "./policy";

test("spec 7.9: waits double from 5 s to an hour, shortened by up to a tenth", () => {
  const full = Array.from({ length: 12 }, (_, n) => retryWait(n + 1, 1) / 1_000);
  expect(full).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
  for (let n = 1; n < 40; n++) {
    expect(retryWait(n, 0)).toBe(Math.round(retryWait(n, 1) * 0.9));
    expect(retryWait(n, 0.5)).toBeLessThan(retryWait(n, 1));
  }
});

test("spec 7.9: within 24 hours of failures that come at once there are 33 attempts", () => {
  let attempts = 0;
  for (let at = 0; at < POLICY.disableAfterMs; at += retryWait(attempts, 1)) attempts += 1;
  expect(attempts).toBe(33);
});

test("a lease outlasts the start, the attempt and its record together", () => {
  const { startToSendMs, deadlineMs, leaseMs, drainMs } = POLICY;
  expect(Math.max(startToSendMs, deadlineMs) * 2).toBeLessThanOrEqual(leaseMs);
  expect(drainMs).toBeLessThan(leaseMs);
});
