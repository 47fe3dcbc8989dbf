import { expect, test } from "vitest";

import { countOf } from "./sizes";

test("a count has the singular or the plural of its noun", () => {
  expect([0, 1, 4711].map((count) => countOf(count, "item"))).toEqual([
    "0 items",
    "1 item",
    "4,711 items",
  ]);
});
