import { expect, test } from "vitest";

import { scopesOf } from "./moves";
import { at, below } from "./path-order";

test.each([
  ["no rename", [], [at("/d/a")]],
  ["its own rename", [{ from: "/d/a", to: "/b" }], [at("/d/a"), at("/b")]],
  ["one of its directory", [{ from: "/d", to: "/e" }], [at("/d/a"), at("/e/a")]],
  ["one of another file", [{ from: "/d/ab", to: "/b" }], [at("/d/a")]],
  [
    "two, of which the first may fail",
    [
      { from: "/d", to: "/e" },
      { from: "/e/a", to: "/f" },
    ],
    [at("/d/a"), at("/e/a"), at("/f")],
  ],
])("an open file waits for %s", (_, moves, scopes) => {
  expect(scopesOf(moves, "/d/a")).toEqual(scopes);
});

test("renames into what they rename do not make paths without end", () => {
  const moves = Array.from({ length: 100 }, (_, n) => ({ from: "/d", to: `/d/${n}` }));
  expect(scopesOf(moves, "/d/a")).toEqual([below("/")]);
});
