import { expect, test } from "vitest";

import { agoOf, dayOf, deadlineOf } from "./ago";

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

test.each([
  [-5, "just now"],
  [30, "in less than a minute"],
  [-60, "1 minute ago"],
  [-3_599, "59 minutes ago"],
  [-3_600, "1 hour ago"],
  [-7_200, "2 hours ago"],
  [-86_399, "23 hours ago"],
  [-86_400, "14 Jan 2026"],
  [-40 * 86_400, "6 Dec 2025"],
])("%d seconds ago reads %s", (seconds, text) => {
  expect(agoOf(NOW + seconds * 1_000, NOW, DAY)).toBe(text);
});

test.each([
  [7_200, "in 2 hours"],
  [86_400 - 1, "in 24 hours"],
  [7 * 86_400 - 5, "in 7 days"],
  [90 * 86_400 - 5, "in 90 days"],
])("the future rounds up: %d seconds read %s", (seconds, text) => {
  expect(agoOf(NOW + seconds * 1_000, NOW, DAY)).toBe(text);
});

test("a deadline names its day and its zone", () => {
  expect(deadlineOf(Date.UTC(2026, 10, 24, 15, 31, 59))).toBe("24 Nov 15:31 UTC");
});

test("a day of a chart is short", () => {
  expect(dayOf("2026-10-27")).toBe("27 Oct");
});
