import { expect, test } from "vitest";

import { Name } from "./name";

test.each([
  ["tickets", "tickets"],
  ["  two words \u00a0", "two words"],
  ["Zoë 日本語 ۱۲", "Zoë 日本語 ۱۲"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["👩\u200d🚀", "👩\u200d🚀"],
  ["x".repeat(200) + " ", "x".repeat(200)],
])("%j is a name", (given, kept) => {
  expect(Name.parse(given)).toBe(kept);
});

test.each([
  ["", /blank/],
  [" ", /blank/],
  ["\u3000\u00a0", /blank/],
  ["\u200d", /blank/],
  ["\u3164", /blank/],
  ["\u2800", /blank/],
  ["a\nb", /control characters/],
  ["a\u0085", /control characters/],
  ["a\u2028b", /line breaks/],
  ["\u2029", /line breaks/],
  ["invoice\u202efdp", /invisible/],
  ["a\u2066b", /invisible/],
  ["a\u200eb", /invisible/],
  ["a\u200bb", /invisible/],
  ["\ufeffa", /invisible/],
  ["a\u00adb", /invisible/],
  ["\ud800", /invisible/],
])("%j is refused", (given, message) => {
  const { error } = Name.safeParse(given);
  expect(error?.issues.map((issue) => issue.message)).toEqual(
    expect.arrayContaining([expect.stringMatching(message)]),
  );
});

test("a name is at most 200 characters long", () => {
  expect(Name.safeParse("x".repeat(201)).error?.issues).toMatchObject([{ code: "too_big" }]);
});
