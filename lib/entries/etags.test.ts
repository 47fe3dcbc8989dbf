import { expect, test } from "vitest";

import { STALL_MS } from "@/testing/stall";

import { strongTags, weakTags } from "./etags";

test.each([
  [null, null, null],
  [undefined, null, null],
  ["*", ["*"], ["*"]],
  [' "a" ', ['"a"'], ['"a"']],
  ['"a", W/"b" ,"c,d"', ['"a"', '"c,d"'], ['"a"', '"b"', '"c,d"']],
  [',,"a",', ['"a"'], ['"a"']],
  ["", [], []],
  ["a", [], []],
  ['"a" "b"', [], []],
  ['"a', [], []],
  ['"a", *', [], []],
])("%j", (header, strong, weak) => {
  expect(strongTags(header)).toEqual(strong);
  expect(weakTags(header)).toEqual(weak);
});

test("a long header of blanks and commas costs no more than its length", () => {
  const hostile = `${"   ,".repeat(50_000)}x`;
  const began = performance.now();
  expect(strongTags(hostile)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(STALL_MS);
});
