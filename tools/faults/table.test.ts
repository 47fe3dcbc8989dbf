import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { readFaults, readReport, timeOf } from "./table";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("every row of the table of faults names tests that exist", () => {
  const faults = readFaults(read("docs/faults.md"));
  expect(faults.length).toBeGreaterThan(80);
  const missing = faults
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => !read(file).includes(name));
  expect(missing).toEqual([]);
});

test("a fault takes as long as its tests together, and has failed if one of them has", () => {
  const [fault] = readFaults("| a | b | `x.test.ts` › of %s, one; `y.test.ts` › two (2) |");
  expect(fault).toEqual({
    fault: "a",
    verdict: "b",
    tests: [
      { file: "x.test.ts", name: "of %s, one" },
      { file: "y.test.ts", name: "two (2)" },
    ],
  });
  const results = readReport(
    JSON.stringify({
      testResults: [
        {
          name: "/somewhere/x.test.ts",
          assertionResults: [
            { title: "of 1, one", status: "passed", duration: 3 },
            { title: "of 2, one", status: "passed", duration: 4 },
          ],
        },
        {
          name: "/somewhere/y.test.ts",
          assertionResults: [{ title: "two (2)", status: "failed" }],
        },
      ],
    }),
  );
  const times = fault?.tests.map((named) => timeOf(named, results));
  expect(times).toEqual([7, "failed"]);
  expect(timeOf({ file: "z.test.ts", name: "three" }, results)).toBe("not run");
});
