import { expect, test } from "vitest";

import { countOf, quotaOf, sizeOf } from "./sizes";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [1_234_567, "1.2 MB"],
  [123_456_789, "123 MB"],
  [5e15, "5.0 PB"],
])("%d bytes are %s", (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});

test("a count has the singular or the plural of its noun", () => {
  expect([0, 1, 4711].map((count) => countOf(count, "item"))).toEqual([
    "0 items",
    "1 item",
    "4,711 items",
  ]);
});

test("a quota is as it was set", () => {
  expect(quotaOf(500 * 1024 ** 3)).toBe("500 GiB");
  expect([0, 500e9].map(quotaOf)).toEqual(["0 B", "500 GB"]);
});
