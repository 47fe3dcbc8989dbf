import { expect, test } from "vitest";

import { outcomeOf } from "./attempt-outcome";

test("an attempt says how it ended", () => {
  const attempt = { number: 5, outcome: "http_500", detail: "answered" };
  expect(outcomeOf(attempt)).toBe("Attempt 5 failed. Your endpoint returned 500.");
  expect(outcomeOf({ ...attempt, outcome: "delivered" })).toBe("Delivered on attempt 5");
});
