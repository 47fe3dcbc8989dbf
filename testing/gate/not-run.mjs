import fs from "node:fs";

/**
 * The tests that a run left out because a device or a tool is missing, by name and reason.
 * @param {{ real: string, e2e: string }} results the JSON reports of Vitest and of Playwright
 */
export function findNotRun({ real, e2e }) {
  return [...vitestTests(read(real)), ...playwrightTests(read(e2e))]
    .filter(({ skipped }) => skipped)
    .map(({ name }) => name);
}

function read(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

function vitestTests({ testResults }) {
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, status }) => ({
      name: fullName,
      skipped: !/^(passed|failed)$/.test(status),
    }));
}

function playwrightTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations }) => {
      const reasons = annotations.flatMap(({ description }) => description ?? []);
      return { name: [title, ...reasons].join(": "), skipped: status === "skipped" };
    }),
  );
  return [...own, ...suites.flatMap(playwrightTests)];
}
