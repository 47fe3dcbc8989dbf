import { expect, test } from "vitest";

import { outcomeOf } from "./attempt-outcome";

test("a resend says how it ended", () => {
  const attempt = { outcome: "http_500", detail: "answered" };
  expect(outcomeOf(attempt, "")).toBe("The resend failed. Your endpoint returned 500.");
  expect(outcomeOf({ ...attempt, outcome: "delivered" }, "")).toBe("Resent and delivered");
});

test("what is resent to a listener failed at the local program", () => {
  const attempt = { outcome: "connect_failed", detail: "refused" };
  const url = "https://wh_01kb3x6v7cf2dsk8xkqz4n5w9a.listener.tidemark.invalid/";
  expect(outcomeOf(attempt, url)).toBe(
    "The resend failed. The local program refused the connection.",
  );
});
