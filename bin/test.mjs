// npm test: installs the packages and the tools that tests need, then runs every check and test.
// `--complete` is the gate: on Debian it installs every tool, and a test that did not run fails it.
import { hasFuse } from "../testing/gate/fuse.mjs";
import { installTools } from "../testing/gate/install-tools.mjs";
import { findNotRun, findUnsteady } from "../testing/gate/results.mjs";
import { fail, installPackages, npm } from "./install.mjs";

const RESULTS = { real: "test-results/real.json", e2e: "test-results/e2e.json" };
const REPORTERS = ["--reporter=default", "--reporter=json"];
const STEPS = [
  ["generate"],
  ["check"],
  ["test:real", "--", ...REPORTERS, `--outputFile.json=${RESULTS.real}`],
  ["test:e2e"],
];
const complete = process.argv.includes("--complete");
const begun = Date.now();
const minutes = () => ((Date.now() - begun) / 60_000).toFixed(1);

installPackages({ development: true });
const missing = await installTools(complete);
if (missing !== undefined) fail(missing);
for (const [script, ...args] of STEPS) {
  const { status } = npm(["run", script, ...args]);
  if (status !== 0) fail(`npm run ${script} failed, see above`);
  console.log(`✓ npm run ${script} (${minutes()} min since the start)`);
}

const mounting = await hasFuse();
if (!mounting.isUsable) console.log(`! tests of mounts did not run: ${mounting.reason}`);
for (const name of findUnsteady(RESULTS)) console.log(`! passed only at the second try: ${name}`);
const notRun = findNotRun(RESULTS, mounting.isUsable);
for (const name of notRun) console.log(`! not run: ${name}`);
const outcome = `all tests that ran have passed, ${notRun.length} not run (${minutes()} min)`;
if (complete && notRun.length > 0) fail(`${outcome}: the gate expects 0, install what they need`);
console.log(`✓ ${outcome}`);
