import { expect, test } from "vitest";

import type { Attempt } from "@/console/queries/deliveries";

import { historyOf } from "./delivery-history";

const attempt = (outcome: string, manual = false): Attempt => ({
  id: "att_1",
  number: 1,
  started_at: "2026-11-28T10:00:00.000Z",
  duration_ms: 120,
  http_status: null,
  detail: null,
  outcome,
  manual,
});

test("a resend is no attempt, and its outcome isn't that of the message", () => {
  const attempts = [attempt("http_500"), attempt("delivered"), attempt("http_500", true)];
  expect(historyOf({ attempts, status: "delivered" })).toBe("2 attempts, 120 ms, resent once");
  expect(
    historyOf({ attempts: [...attempts, attempt("delivered", true)], status: "delivered" }),
  ).toBe("2 attempts, 120 ms, resent 2 times");
});

test("what was dropped says why, and what waits says no more than how often it was tried", () => {
  const attempts = [attempt("http_410")];
  expect(historyOf({ attempts, status: "dropped" })).toBe("1 attempt, http_410");
  expect(historyOf({ attempts, status: "waiting" })).toBe("1 attempt");
  expect(historyOf({ attempts: [], status: "dropped" })).toBe("0 attempts");
});
