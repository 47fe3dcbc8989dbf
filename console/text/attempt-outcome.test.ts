import { expect, test } from "vitest";

import { outcomeOf } from "./attempt-outcome";

test("a resend says how it ended", () => {
  const attempt = { outcome: "http_500", detail: "answered" };
  expect(outcomeOf(attempt)).toBe("The resend failed. Your endpoint returned 500.");
  expect(outcomeOf({ ...attempt, outcome: "delivered" })).toBe("Resent and delivered");
});
