import { readFileSync } from "node:fs";
import path from "node:path";

import { readFaults, readReport, timeOf } from "./table";

const USAGE = `Usage: node bin/run.mjs tools/faults/main.ts <report.json …> [--json]

Prints the faults of docs/faults.md with the results of their tests from vitest's JSON reports.`;

const args = process.argv.slice(2);
const reports = args.filter((name) => !name.startsWith("--"));
if (reports.length === 0) {
  console.error(USAGE);
  process.exit(1);
}
const page = path.resolve("docs/faults.md");
const results = reports.flatMap((file) => readReport(readFileSync(file, "utf8")));
const rows = readFaults(readFileSync(page, "utf8")).map(({ fault, verdict, tests }) => {
  const times = tests.map((test) => timeOf(test, results));
  const failed = times.some((time) => time === "failed");
  const ran = times.every((time) => typeof time === "number");
  const ms = times.reduce<number>((sum, time) => sum + (typeof time === "number" ? time : 0), 0);
  return {
    fault,
    verdict,
    test: failed ? "FAILED" : ran ? "passed" : "not run",
    ms: Math.round(ms),
  };
});
if (args.includes("--json")) console.log(JSON.stringify(rows));
else console.table(rows);
process.exit(rows.every(({ test }) => test === "passed") ? 0 : 1);
