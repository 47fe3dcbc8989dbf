import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { TestProject } from "vitest/node";

import { migrateDeploy } from "@/lib/db/migrate";
import { startPostgres } from "@/lib/server/launch/embedded-postgres";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** The migrated database that `createTestDatabase` clones. Nobody may connect to it. */
    templateUrl: string;
  }
}

/**
 * Global setup of the database tests: one throwaway server in a temporary directory and in it one database
 * with all migrations. Returns what takes both away again.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-test-"));
  // Run by root the server has an account of its own, which has to pass through here.
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, durable: false });
  const teardown = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDeploy(server.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("templateUrl", server.url);
  return teardown;
}
