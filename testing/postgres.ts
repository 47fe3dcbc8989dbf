import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import type { TestProject } from "vitest/node";

import { type DatabaseUrls, migrateDeploy } from "@/lib/db/migrate";
import { startPostgres } from "@/lib/server/launch/embedded-postgres";

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** The migrated database that `createTestDatabase` clones. Nothing may connect to it. */
    template: DatabaseUrls;
  }
}

/**
 * Global setup of the database tests: one throwaway server in a temporary directory, with one fully
 * migrated database. Returns the teardown function.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-test-"));
  // As root, the server runs under its own account, which must be able to traverse this directory.
  chmodSync(dataDir, 0o711);
  const server = await startPostgres({ dataDir, durable: false });
  const teardown = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateDeploy(server);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("template", { url: server.url, ownerUrl: server.ownerUrl });
  return teardown;
}
