// npm run test:long: what takes hours and repeats what `npm test` shows once. Runs after `npm test` has passed, since
// that installs the tools. Every step runs, also after one that failed; the end names those.
// `npm run test:long -- 0.01` runs the hundredth part of each, to see that every step works.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { installTools } from "../testing/gate/install-tools.mjs";
import { fail, installPackages, npm } from "./install.mjs";

const part = Number(process.argv[2] ?? 1);
const of = (count) => String(Math.ceil(count * part));
const small = part < 1;
const vitest = (project, tests) =>
  ["exec", "vitest", "run", "--", "--testTimeout", "14400000", "--project", project].concat(tests);

/** The tests that call `repeats`, by the ending of their names. */
function repeating(ending) {
  return ["cli", "inngest", "kits", "lib", "testing", "tools"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)),
    )
    .filter((name) => name.endsWith(ending) && readFileSync(name, "utf8").includes("repeats("));
}

/** Each repeats a promise: over more seeds, more requests, more entries, or by programs of others. */
const STEPS = [
  { name: "oracle", run: ["run", "oracle", "--", "--seeds", of(2000), "--minutes", of(120)] },
  { name: "tests of whole services", run: vitest("system", repeating(".system.test.ts")) },
  { name: "tests on sockets", run: vitest("socket", repeating(".socket.test.ts")) },
  { name: "tests on a database", run: vitest("db", repeating(".db.test.ts")) },
  { name: "an image of the service", run: ["exec", "vitest", "run", "--", "--project", "long"] },
  { name: "conformance", run: ["run", "conformance"] },
  { name: "demo", run: ["run", "demo", ...(small ? ["--", "--limit", of(20_000)] : [])] },
  {
    name: "a directory of 100,000 entries",
    run: ["exec", "playwright", "test", "--", "files"],
  },
  {
    name: "journeys on a slow line",
    run: ["run", "test:slow"],
  },
  {
    name: "benchmarks",
    run: ["run", "bench", ...(small ? ["--", "--seconds", "1", "--sizes", "1000:0"] : [])],
  },
];

process.env.TEST_LONG = String(part);
installPackages({ development: true });
const missing = await installTools(true, {
  buildah: "buildah",
  debootstrap: "/usr/sbin/debootstrap",
  fio: "fio",
  podman: "podman",
  runc: "/usr/sbin/runc",
});
if (missing !== undefined) fail(missing);
const cargo = ["install", "--locked", "--root", ".data/tools", "pjdfstest@0.2.2"];
if (spawnSync("cargo", cargo, { stdio: "inherit" }).status !== 0)
  console.log("! pjdfstest does not run: cargo 1.85 or newer installs it from crates.io");
const fuzzer = path.join(".data", "tools", "schemathesis");
const python = path.join(fuzzer, "bin", "python");
if (
  spawnSync("python3", ["-m", "venv", fuzzer], { stdio: "inherit" }).status !== 0 ||
  spawnSync(python, ["-m", "pip", "install", "-q", "schemathesis==4.32.5"], { stdio: "inherit" })
    .status !== 0
)
  console.log("! the fuzzer of the OpenAPI document does not run: it is installed from PyPI");
const failed = STEPS.filter(({ name, run }, i) => {
  console.log(`… ${name} (${i + 1} of ${STEPS.length})`);
  return npm(run).status !== 0;
}).map(({ name }) => name);
if (failed.length > 0) fail(`failed: ${failed.join(", ")}`);
console.log(`✓ all ${STEPS.length} long runs passed`);
