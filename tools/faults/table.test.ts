import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { readFaults, readReport, timeOf } from "./table";

const root = path.resolve(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("every fault names tests, and all of them exist", () => {
  const page = read("docs/faults.md");
  const faults = readFaults(page);
  expect(faults.length).toBeGreaterThan(80);
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
  // Nothing on the page that looks like a fault or a test escapes the reader.
  expect(faults.length).toBe(page.match(/→/g)!.length - 1);
  expect(faults.flatMap(({ tests }) => tests).length).toBe(page.match(/›/g)!.length);
  const missing = faults
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => !read(file).includes(name));
  expect(missing).toEqual([]);
});

test("a fault takes as long as its tests together, and has failed if one of them has", () => {
  const [fault, other] = readFaults(
    "- **a** → b\n  - `x.test.ts` › of %s,\n    one\n  - `y.test.ts` › two (2)\n- **`c`** → d\n",
  );
  expect(other).toEqual({ fault: "`c`", verdict: "d", tests: [] });
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
