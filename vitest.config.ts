import { defineConfig } from "vitest/config";

// Ends what hangs, not what is slow.
const testTimeout = 120_000;
const hookTimeout = testTimeout;
// Many tests wait: for a response, a lease or a process. One more than the two cores of the gate keeps those busy.
const maxWorkers = 3;
const shared = { resolve: { alias: { "@": import.meta.dirname } } };

// Without `isolate` the files of a worker share its modules: importing them for each costs more than most tests. What a
// file changes for its process it puts back.

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{app,cli,console,examples,inngest,kits,lib,testing,tools}/**/*.test.ts"],
          exclude: ["**/*.{socket,db,system,long}.test.ts"],
          pool: "threads",
          isolate: false,
          testTimeout,
        },
      },
      {
        ...shared,
        test: {
          name: "socket",
          include: [
            "{app,cli,console,examples,inngest,kits,lib,testing,tools}/**/*.socket.test.ts",
          ],
          globalSetup: ["testing/bundles.ts"],
          testTimeout,
          maxWorkers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "db",
          include: ["{app,cli,console,examples,inngest,kits,lib,testing,tools}/**/*.db.test.ts"],
          globalSetup: ["testing/postgres.ts", "testing/bundles.ts"],
          testTimeout,
          hookTimeout,
          maxWorkers,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "system",
          include: ["{lib,testing,tools}/**/*.system.test.ts"],
          globalSetup: ["testing/pages.ts", "testing/bundles.ts"],
          testTimeout,
          hookTimeout,
          maxWorkers,
        },
      },
      {
        ...shared,
        test: {
          name: "long",
          include: ["{lib,testing,tools}/**/*.long.test.ts"],
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
        },
      },
    ],
  },
});
