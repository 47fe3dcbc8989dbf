import { expect, test } from "vitest";

import { spellUserCode } from "./user-code";

test.each([
  ["", ""],
  ["bcdf", "bcdf"],
  ["bcdfg", "bcdf-g"],
  // What backspace leaves of the code above.
  ["bcdf-", "bcdf"],
  ["BCDF GHJK", "BCDF-GHJK"],
  [" BCDF-GHJK\n", "BCDF-GHJK"],
])("spells the code %o as %o", (typed, spelled) => {
  expect(spellUserCode(typed)).toBe(spelled);
});
