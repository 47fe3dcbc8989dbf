import { expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import type { Operation } from "@/lib/contract/operation";

import { CALLS } from "./calls";

// Clients of commands are no pages, and bring the contract itself.
const { oauth: _, ...called } = api;

// Every page carries the table, so what no page calls is left out of it.
const UNCALLED: Record<string, readonly string[]> = {
  entries: ["put", "writeRanges", "patch", "link", "symlink", "batch"],
  mounts: ["exchange", "renew"],
  service: ["securityTxt", "reportViolation"],
};

const groups = Object.entries(called).map(([name, group]) => {
  const verbs = Object.entries(group as Record<string, Operation>).filter(
    ([verb]) => UNCALLED[name]?.includes(verb) !== true,
  );
  const lines = verbs.map(([verb, { method, status, path }]) => {
    const route = `"${method} ${status} ${path.replace(/^\/api\/v1\//, "/")}",`;
    const line = `    ${verb}: ${route}`;
    // As the formatter breaks it.
    return line.length > 100 ? `    ${verb}:\n      ${route}` : line;
  });
  return `  ${name}: {\n${lines.join("\n")}\n  },`;
});

test("what the console calls is what the contract says; with `--update` it is written again", async () => {
  const text = `/** Method, status of success and path below /api/v1 of every operation. Made by calls.test.ts from lib/contract. */
export const CALLS = {
${groups.join("\n")}
} as const;
`;
  await expect(text).toMatchFileSnapshot("./calls.ts");
  expect(Object.keys(CALLS)).toEqual(Object.keys(called));
});
