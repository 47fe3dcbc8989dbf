import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { COMMANDS } from "./commands";

const run = promisify(execFile);
// A database that does not exist: help needs none.
const env = { ...process.env, DATABASE_URL: "postgresql://127.0.0.1:1/none" };
const admin = (...args: string[]) =>
  run(process.execPath, ["bin/run.mjs", "bin/admin.ts", ...args], { env });

test("every command says what it does, and one alone says how it is called", async () => {
  const { stdout } = await admin("--help");
  expect(Object.keys(COMMANDS).length).toBeGreaterThan(15);
  for (const [name, { usage, summary }] of Object.entries(COMMANDS)) {
    expect(usage.split(" ")[0]).toBe(name);
    expect(stdout).toContain(`  ${usage}\n      ${summary}\n`);
  }
  expect((await admin("check-blobs", "--help")).stdout).toBe(
    `usage: admin check-blobs [--json]\n\n${COMMANDS["check-blobs"]?.summary}\n`,
  );
});
