import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const files = readdirSync(import.meta.dirname).filter((name) => !name.includes(".test."));

test("texts have no marks of code, which the console would show as they are", () => {
  const marked = files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\*|\/)/.test(line))
      .flatMap((line) => line.match(/"[^"]*"|\\`/g) ?? [])
      .filter((text) => text.includes("`")),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(marked).toEqual([]);
});
