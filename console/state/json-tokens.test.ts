import { expect, test } from "vitest";

import { jsonTokens } from "./json-tokens";

test("names, texts, numbers and words are distinct, whatever the texts contain", () => {
  const json = JSON.stringify({ 'a":1': 'x\\" {null} : 2', n: [-1.5e3, true, null] }, null, 2);
  const tokens = jsonTokens(json);
  expect(tokens.map(({ text }) => text).join("")).toBe(json);
  expect(tokens.filter(({ kind }) => kind !== "other")).toEqual([
    { kind: "name", text: JSON.stringify('a":1') },
    { kind: "text", text: JSON.stringify('x\\" {null} : 2') },
    { kind: "name", text: '"n"' },
    { kind: "number", text: "-1500" },
    { kind: "word", text: "true" },
    { kind: "word", text: "null" },
  ]);
});
