import { expect, test } from "vitest";

import { typeAhead } from "./type-ahead";

const entries = ["/photos", "/Plans", "/poster.png", "/zebra.txt"].map((path) => ({ path }));

test("a character goes to the next name that starts with it, and around the end", () => {
  expect(typeAhead(entries, 0, "p", 10_000)).toBe(1);
  expect(typeAhead(entries, 1, "p", 10_500)).toBe(2);
  expect(typeAhead(entries, 2, "P", 11_000)).toBe(0);
  expect(typeAhead(entries, 0, "x", 20_000)).toBe(0);
});

test("what is typed without a pause is one text, after a pause it begins again", () => {
  expect(typeAhead(entries, 3, "p", 30_000)).toBe(0);
  expect(typeAhead(entries, 0, "o", 30_400)).toBe(2);
  expect(typeAhead(entries, 2, "s", 30_800)).toBe(2);
  expect(typeAhead(entries, 2, "z", 31_800)).toBe(3);
});

test("a list without entries has no such row", () => {
  expect(typeAhead([], 0, "p", 40_000)).toBe(0);
});
