import { expect, test } from "vitest";

import { themeOf } from "./theme";

test.each([
  ["dark", "dark"],
  ["light", "light"],
  ["purple", "system"],
  [undefined, "system"],
] as const)("the cookie %s means %s", (value, theme) => {
  expect(themeOf(value)).toBe(theme);
});
