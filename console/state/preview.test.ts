import { expect, test } from "vitest";

import { indentJson } from "./indent-json";
import { readPreview } from "./preview";

const holding = (content: Uint8Array<ArrayBuffer> | string) => (most: number) =>
  Promise.resolve(new Blob([content]).slice(0, most));

test("text is shown as text whatever the extension", async () => {
  expect(await readPreview("a.html", 5, holding("<b>hé"))).toEqual({
    kind: "text",
    text: "<b>hé",
    language: "xml",
    isCut: false,
    encoding: null,
  });
});

test.each([
  ["a.ts", "typescript"],
  ["a.KT", "kotlin"],
  ["Dockerfile", "dockerfile"],
  [".bashrc", "bash"],
  ["a.md.txt", null],
  ["constructor", null],
])("the name %s says the language %s", async (name, language) => {
  expect(await readPreview(name, 1, holding("a"))).toMatchObject({ kind: "text", language });
});

test("Markdown is rendered, an SVG is an image with a source, and a PDF comes whole", async () => {
  for (const name of ["README.md", "a.markdown"])
    expect(await readPreview(name, 3, holding("# a"))).toMatchObject({
      kind: "markdown",
      text: "# a",
      language: "markdown",
    });
  const svg = `<svg>${" ".repeat(70_000)}</svg>`;
  const drawing = await readPreview("a.svg", svg.length, holding(svg));
  expect(drawing).toMatchObject({ kind: "drawing", language: "xml", isCut: true });
  expect("url" in drawing && (await (await fetch(drawing.url)).text()).length).toBe(svg.length);
  expect(await readPreview("a.svg", 2, holding(new Uint8Array([0xff, 0xfe])))).toMatchObject({
    kind: "image",
  });
  const pdf = await readPreview("a.PDF", 80_000, holding("%".repeat(80_000)));
  expect(pdf).toMatchObject({ kind: "pdf", data: { size: 80_000 } });
  expect(await readPreview("a.pdf", 50_000_001, holding(""))).toEqual({ kind: "other" });
  expect(await readPreview("a.pdf", 0, holding(""))).toEqual({ kind: "other" });
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
  expect(await readPreview("a", 9, holding("\x07\x02".repeat(9)))).toEqual({ kind: "other" });
  expect(await readPreview("a.log", 9, holding("\x1B[31mred"))).toMatchObject({ kind: "text" });
});

test("images, sounds and videos are blobs unless they are too large", async () => {
  expect(await readPreview("a.PNG", 3, holding("abc"))).toMatchObject({
    kind: "image",
    url: expect.stringMatching(/^blob:/),
  });
  expect(await readPreview("a.mp3", 3, holding("abc"))).toMatchObject({ kind: "audio" });
  expect(await readPreview("a.png", 11_000_000, holding("abc"))).toEqual({ kind: "other" });
});

test("text of other encodings is read, and says so", async () => {
  const latin1 = Uint8Array.from("Grüße aus Köln", (letter) => letter.charCodeAt(0));
  expect(await readPreview("a.txt", latin1.length, holding(latin1))).toMatchObject({
    kind: "text",
    text: "Grüße aus Köln",
    encoding: "Windows-1252",
  });
  const utf16 = new Uint8Array([0xff, 0xfe, 0x61, 0, 0xfc, 0]);
  expect(await readPreview("a.csv", utf16.length, holding(utf16))).toMatchObject({
    rows: [["aü"]],
    encoding: "UTF-16",
  });
  const binary = Uint8Array.from({ length: 255 }, (_, i) => i + 1);
  expect(await readPreview("a", binary.length, holding(binary))).toEqual({ kind: "other" });
});

test("a table that is cut goes without the row at the cut", async () => {
  const text = "some,row\n".repeat(10_000);
  const shown = await readPreview("a.csv", text.length, holding(text));
  expect(shown).toMatchObject({ kind: "table", isCut: true });
  expect("rows" in shown && shown.rows.at(-1)).toEqual(["some", "row"]);
  expect("rows" in shown && shown.rows.length).toBe(Math.floor((64 * 1024) / 9));
});

test("CSV is a table and JSON is indented", async () => {
  expect(await readPreview("a.csv", 3, holding("a,b"))).toMatchObject({ rows: [["a", "b"]] });
  expect(await readPreview("a.csv", 7, holding("a;b\n1;2"))).toMatchObject({
    rows: [
      ["a", "b"],
      ["1", "2"],
    ],
  });
  const indented = "[\n  1\n]";
  expect(await readPreview("a.json", 3, holding("[1]"))).toMatchObject({
    kind: "json",
    indented,
    text: "[1]",
  });
  expect(await readPreview("a.json", 8, holding(`${indented}\n`))).toMatchObject({ kind: "text" });
});

test("JSON that is nested without end stays a text that can be shown", () => {
  expect(indentJson("[".repeat(15_000)).length).toBeLessThan(2_000_000);
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
