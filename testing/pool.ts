import type { Pool } from "pg";
import { afterAll } from "vitest";

import { createPool } from "@/lib/db/pool";

import { createTestDatabase, runSql } from "./database";

/**
 * A database of its own for a test file, up to `max` connections to it as the service, and what runs statements as the
 * owner of its tables. Call at top level.
 */
export async function openTestPool(max: number): Promise<{
  pool: Pool;
  url: string;
  asOwner: (statement: string) => Promise<void>;
}> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, max);
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  return {
    pool,
    url: database.url,
    asOwner: (statement) => runSql(database.ownerUrl, statement),
  };
}
