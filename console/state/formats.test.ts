import { expect, test } from "vitest";

import { parseCsv } from "./csv";
import { indentJson } from "./indent-json";

test("CSV has quoted cells, empty cells and either line break", () => {
  expect(parseCsv('a,b\r\n"x, ""y""\nz",\n,2', ",")).toEqual([
    ["a", "b"],
    ['x, "y"\nz', ""],
    ["", "2"],
  ]);
  expect(parseCsv("a\tb,c\n", "\t")).toEqual([["a", "b,c"]]);
  expect(parseCsv("", ",")).toEqual([]);
  expect(parseCsv('cut,"off', ",")).toEqual([["cut", "off"]]);
});

test("JSON is indented, and no value changes", () => {
  const value = { a: [1, { b: "x: {y}, \\" }, []], c: {}, d: null };
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(indentJson("[12345678901234567890,1.0]")).toBe("[\n  12345678901234567890,\n  1.0\n]");
});
