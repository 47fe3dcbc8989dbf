import { defineConfig } from "vitest/config";

const shared = { resolve: { alias: { "@": import.meta.dirname } } };

// Without `isolate` the files of a worker share its modules: importing them for each costs more than most tests. What a
// file changes for its process it puts back. A test may take a minute: that ends what hangs, not what is slow.

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          include: ["{app,cli,console,examples,inngest,lib,testing,tools}/**/*.test.ts"],
          exclude: ["**/*.{socket,db,system}.test.ts"],
          pool: "threads",
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: "socket",
          include: ["{app,cli,console,examples,inngest,lib,testing,tools}/**/*.socket.test.ts"],
          testTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "db",
          include: ["{app,cli,console,examples,inngest,lib,testing,tools}/**/*.db.test.ts"],
          globalSetup: ["testing/postgres.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "system",
          include: ["{lib,testing,tools}/**/*.system.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
