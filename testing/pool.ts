import type { Pool } from "pg";
import { afterAll } from "vitest";

import { createPool } from "@/lib/db/pool";

import { createTestDatabase } from "./database";

/** A database of its own for a test file, and up to `max` connections to it. Call at top level. */
export async function openTestPool(max: number): Promise<{ pool: Pool; url: string }> {
  const database = await createTestDatabase();
  const pool = createPool(database.url, max);
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });
  return { pool, url: database.url };
}
