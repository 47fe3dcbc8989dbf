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
          include: ["{lib,inngest,bin,app}/**/*.test.ts"],
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
          include: ["{lib,inngest,bin,app}/**/*.socket.test.ts"],
          testTimeout: 60_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: "db",
          include: ["{lib,inngest,bin,app}/**/*.db.test.ts"],
          globalSetup: ["lib/testing/postgres.ts"],
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
          include: ["bin/**/*.system.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
