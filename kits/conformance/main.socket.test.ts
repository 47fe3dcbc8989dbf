import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "vitest";

const run = promisify(execFile);
const suite = (...args: string[]) =>
  run(process.execPath, ["bin/run.mjs", "kits/conformance/main.ts", ...args]);

test("--help shows how the suite is called, and so does an option that it does not know", async () => {
  const { stdout } = await suite("--help");
  expect(stdout).toMatch(/^npm run test:receiver -- --api <origin>/);
  await expect(suite("--databse", "x")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown option '--databse'[^]*npm run test:receiver/),
  });
});
