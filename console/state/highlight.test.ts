import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { highlight } from "./highlight";

test("the parts of code have kinds, and together they are the code", () => {
  const code = 'const a: Map = f("b${1}"); // c\n';
  const tokens = highlight(code, "typescript");
  expect(tokens.map(({ text }) => text).join("")).toBe(code);
  const kinds = Object.fromEntries(tokens.map(({ kind, text }) => [text, kind]));
  expect(kinds).toMatchObject({
    const: "keyword",
    Map: "type",
    f: "name",
    '"b${1}"': "text",
    "// c": "comment",
  });
});

test("no text of a file is lost", () => {
  const code = readFileSync("package.json", "utf8");
  for (const language of ["json", "xml", "diff", "dockerfile", "markdown"] as const)
    expect(
      highlight(code, language)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
});
