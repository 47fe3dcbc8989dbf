import { expect, test } from "vitest";

import { readPreview } from "./preview";

const holding = (content: Uint8Array<ArrayBuffer> | string) => (most: number) =>
  Promise.resolve(new Blob([content]).slice(0, most));

test("text is shown as text whatever the extension", async () => {
  expect(await readPreview("a.html", 5, holding("<b>hé"))).toEqual({
    kind: "text",
    text: "<b>hé",
    isCut: false,
  });
});

test("a long text is cut, even in the middle of a character", async () => {
  const text = `x${"é".repeat(40_000)}`;
  const shown = await readPreview("a", 80_001, holding(text));
  expect(shown).toMatchObject({ kind: "text", isCut: true });
});

test("binary content has no preview", async () => {
  expect(await readPreview("a", 2, holding(new Uint8Array([0xff, 0xfe])))).toEqual({
    kind: "other",
  });
  expect(await readPreview("a", 2, holding("a\0"))).toEqual({ kind: "other" });
});

test("an image becomes a data URL unless it is too large", async () => {
  expect(await readPreview("a.PNG", 3, holding("abc"))).toEqual({
    kind: "image",
    url: "data:image/png;base64,YWJj",
  });
  expect(await readPreview("a.png", 6_000_000, holding("abc"))).toEqual({ kind: "other" });
});

test("an empty file is not fetched", async () => {
  const asked: number[] = [];
  const read = (most: number) => {
    asked.push(most);
    return Promise.resolve(new Blob());
  };
  expect(await readPreview("a", 0, read)).toMatchObject({ kind: "text", text: "" });
  expect(asked).toEqual([]);
});
