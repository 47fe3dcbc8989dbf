import { expect, test } from "vitest";

import { excerptOf } from "./excerpt";

const shown = (parts: ReturnType<typeof excerptOf>) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

test("each word that was searched for is marked, whatever its case", () => {
  expect(shown(excerptOf("Apply by cursor:\n a Cursor  rises.", ["cursor"]))).toBe(
    "Apply by [cursor]: a [Cursor] rises.",
  );
});

test("a long text is cut around the first match, between words", () => {
  const text = `${"before ".repeat(40)}here ${"after ".repeat(40)}`;
  const cut = shown(excerptOf(text, ["here"]));
  expect(cut).toMatch(/^… before (before )+\[here\] after.* …$/);
  expect(cut.length).toBeLessThan(195);
});

test("without a match it is the beginning, and what is special in patterns stays text", () => {
  expect(shown(excerptOf("a (b", []))).toBe("a (b");
  expect(shown(excerptOf("a (b", ["(", "b"]))).toBe("a ([b]");
});
