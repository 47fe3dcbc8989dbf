import { expect, test } from "vitest";

import { timesOf } from "./times";

test.each([
  ["utc", "utc"],
  ["local", "local"],
  ["never", "relative"],
  [undefined, "relative"],
] as const)("the cookie %s means %s", (value, times) => {
  expect(timesOf(value)).toBe(times);
});
