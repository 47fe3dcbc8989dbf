import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { findNotRun, findUnsteady } from "./results.mjs";

test("a test that was left out is named with its reason, in both reports, and a journey that needed two tries", () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-results-"));
  const write = (name: string, report: object) => {
    writeFileSync(path.join(directory, name), JSON.stringify(report));
    return path.join(directory, name);
  };
  const real = write("real.json", {
    testResults: [
      { name: "/x/lib/a.test.ts", assertionResults: [{ fullName: "a runs", status: "passed" }] },
      {
        name: "/x/lib/b.test.ts",
        assertionResults: [{ fullName: "b (no ruby here)", status: "skipped" }],
      },
      {
        name: "/x/cli/mount/programs.db.test.ts",
        assertionResults: [{ fullName: "git", status: "skipped" }],
      },
    ],
  });
  const skipped = { status: "skipped", annotations: [{ type: "skip", description: "no clock" }] };
  const e2e = write("e2e.json", {
    suites: [
      {
        specs: [{ title: "c", tests: [{ status: "expected", annotations: [] }] }],
        suites: [
          { specs: [{ title: "d", tests: [skipped] }] },
          { specs: [{ title: "e", tests: [{ status: "flaky", annotations: [] }] }] },
        ],
      },
    ],
  });
  expect(findNotRun({ real, e2e }, true)).toEqual(["b (no ruby here)", "git", "d: no clock"]);
  expect(findNotRun({ real, e2e }, false)).toEqual(["b (no ruby here)", "d: no clock"]);
  expect(findUnsteady({ e2e })).toEqual(["e"]);
  rmSync(directory, { recursive: true });
});
