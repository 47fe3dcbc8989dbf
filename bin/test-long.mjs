// npm run test:long: what takes hours and repeats what `npm test` shows once. Runs after `npm test` has passed, since
// that installs the tools. Every step runs, also after one that failed; the end names those.
import { installTools } from "../testing/gate/install-tools.mjs";
import { fail, installPackages, npm } from "./install.mjs";

const vitest = (project, file) => ["exec", "vitest", "run", "--", "--project", project, file];

/** Each repeats a promise: over more seeds, more requests, more entries, or by programs of others. */
const STEPS = [
  { name: "oracle", run: ["run", "oracle", "--", "--seeds", "2000", "--minutes", "120"] },
  { name: "model", run: vitest("db", "lib/entries/model"), env: { MODEL_RUNS: "5000" } },
  { name: "fuzzing", run: vitest("db", "lib/http/fuzz"), env: { FUZZ_REQUESTS: "200000" } },
  { name: "conformance", run: ["run", "conformance"] },
  { name: "demo", run: ["run", "demo"] },
  {
    name: "a directory of 100,000 entries",
    run: ["exec", "playwright", "test", "--", "files", "--trace", "off"],
    env: { E2E_ENTRIES: "100000" },
  },
  { name: "benchmarks", run: ["run", "bench"] },
];

installPackages({ development: true });
const missing = await installTools(true);
if (missing !== undefined) fail(missing);
const failed = STEPS.filter(({ name, run, env = {} }, i) => {
  console.log(`… ${name} (${i + 1} of ${STEPS.length})`);
  Object.assign(process.env, env);
  return npm(run).status !== 0;
}).map(({ name }) => name);
if (failed.length > 0) fail(`failed: ${failed.join(", ")}`);
console.log(`✓ all ${STEPS.length} long runs passed`);
