import { expect, test } from "vitest";

import { fromTime, join, toTime } from "./node";

test.each([
  ["2026-11-22T10:00:00.123Z", 456_789, "2026-11-22T10:00:00.123456789Z"],
  ["1970-01-01T00:00:00.000Z", 0, "1970-01-01T00:00:00.000000000Z"],
  ["1969-12-31T23:59:58.123Z", 456_789, "1969-12-31T23:59:58.123456789Z"],
  ["1969-12-31T23:59:59.999Z", 999_999, "1969-12-31T23:59:59.999999999Z"],
  ["0001-01-01T00:00:00.000Z", 1, "0001-01-01T00:00:00.000000001Z"],
  ["9999-12-31T23:59:59.999Z", 999_999, "9999-12-31T23:59:59.999999999Z"],
])("the time %s and %i ns is read and written without loss", (iso, ns, text) => {
  const time = toTime(iso, ns);
  expect(time.nanoseconds).toBeGreaterThanOrEqual(0);
  expect(time.nanoseconds).toBeLessThan(1_000_000_000);
  expect(fromTime(time)).toBe(text);
});

test("seconds before 1970 are negative, their nanoseconds count forwards", () => {
  expect(toTime("1969-12-31T23:59:58.250Z", 1)).toEqual({
    seconds: -2,
    nanoseconds: 250_000_001,
  });
});

test("a name in the root has one slash", () => {
  expect([join("/", "a"), join("/a", "b")]).toEqual(["/a", "/a/b"]);
});
