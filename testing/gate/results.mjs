import fs from "node:fs";

/** Files of tests that mount, a new /proc among others. No package brings the device or the right to do so. */
const MOUNTING = /\bcli\/mount\/|\bsshfs\.|\bmounts\.spec\.ts|\blaunch\/containers\./;

/**
 * The tests that a run left out because a device or a tool is missing, by name and reason. Those that mount are not
 * among them where nothing can be mounted.
 * @param {{ real: string, e2e: string }} results the JSON reports of Vitest and of Playwright
 * @param {boolean} canMount
 */
export function findNotRun({ real, e2e }, canMount) {
  return [...vitestTests(read(real)), ...playwrightTests(read(e2e))]
    .filter(({ skipped, file }) => skipped && (canMount || !MOUNTING.test(file)))
    .map(({ name }) => name);
}

/**
 * The browser journeys that passed only at their second try, by name: each is a bug of the product or of the journey.
 * @param {{ e2e: string }} results the JSON report of Playwright
 */
export function findUnsteady({ e2e }) {
  return playwrightTests(read(e2e))
    .filter(({ unsteady }) => unsteady)
    .map(({ name }) => name);
}

function read(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

function vitestTests({ testResults }) {
  return testResults
    .flatMap(({ name: file, assertionResults }) =>
      assertionResults.map((result) => ({ ...result, file })),
    )
    .map(({ fullName, status, file }) => ({
      file,
      name: fullName,
      skipped: !/^(passed|failed)$/.test(status),
    }));
}

function playwrightTests({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file = "", tests }) =>
    tests.map(({ status, annotations }) => {
      const reasons = annotations.flatMap(({ description }) => description ?? []);
      const name = [title, ...reasons].join(": ");
      return { file, name, skipped: status === "skipped", unsteady: status === "flaky" };
    }),
  );
  return [...own, ...suites.flatMap(playwrightTests)];
}
