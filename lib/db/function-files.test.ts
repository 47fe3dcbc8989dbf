import { expect, test } from "vitest";

import { readFunctionFiles } from "./function-files";

const { functions } = readFunctionFiles("prisma");
const KEYWORDS =
  /(?<![\w.'"$])(select|insert into|update|delete from|where|returning|begin|declare|if|then|else|end|loop|case|when|null|not|and|or|order by|limit)(?![\w.'"(])/;

test("names are unique", () => {
  const names = functions.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test.each(functions)("$path: header, width, upper-case keywords", ({ sql, signature }) => {
  const header = sql.slice(0, sql.indexOf("CREATE OR REPLACE"));
  expect(header).toMatch(/^-- Result(?: \(.+\))?:/m);
  expect(header).toMatch(/^-- Locks: /m);
  const [parameters = ""] = signature.slice(1).split(")");
  for (const parameter of parameters.split(", ").filter(Boolean)) {
    const name = parameter.replace(/^OUT /, "").split(" ", 1)[0];
    expect(header).toMatch(new RegExp(`^-- {3}${name} `, "m"));
  }
  const lines = sql.split("\n");
  expect(lines.filter((line) => line.length >= 120)).toEqual([]);
  const code = lines.map((line) => line.replace(/--.*/, "").replaceAll(/'[^']*'/g, "''"));
  expect(code.filter((line) => KEYWORDS.test(line))).toEqual([]);
});
