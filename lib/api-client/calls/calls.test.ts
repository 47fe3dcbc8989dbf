import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";

// Clients of commands are no pages, and bring the contract itself.
const { oauth: _, listeners: __, ...called } = api;

// Pages carry the groups they use, so what no page calls is left out of them.
const UNCALLED: Record<string, readonly string[]> = {
  entries: ["put", "writeRanges", "patch", "link", "symlink"],
  mounts: ["exchange", "renew"],
  service: ["securityTxt", "reportViolation"],
};

// Where the formatter breaks a line.
const WIDTH = 100;

const files = Object.entries(called).map(([name, group]) => {
  const verbs = Object.entries(group as Record<string, Operation>).filter(
    ([verb]) => UNCALLED[name]?.includes(verb) !== true,
  );
  const lines = verbs.map(([verb, { method, status, path }]) => {
    const call = `"${method} ${status} ${path.replace(/^\/api\/v1\//, "/")}",`;
    const line = `  ${verb}: ${call}`;
    return line.length > WIDTH ? `  ${verb}:\n    ${call}` : line;
  });
  const text = `import { toCalls } from "@/lib/api-client/to-calls";

// Method, status of success and path below /api/v1 of each operation. Made by calls.test.ts from lib/contract.
const TEXTS = {
${lines.join("\n")}
} as const;

export const ${name}Api = toCalls<"${name}", typeof TEXTS>(TEXTS);
`;
  return { name: `${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}.ts`, text };
});

test.each(files)("$name is what the contract says; with `--update` it is written again", (file) =>
  expect(file.text).toMatchFileSnapshot(`./${file.name}`),
);

test("there is no group that the contract does not have", () => {
  const names = readdirSync(import.meta.dirname).filter((name) => !name.includes(".test."));
  expect(names.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
});
