import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { expect, test } from "vitest";

import { createTestDatabase } from "@/testing/database";

import { migrateDeploy } from "./migrate";

const MIGRATIONS = path.resolve("prisma/migrations");

test("what existed before quotas had defaults stays unlimited", async () => {
  const before = mkdtempSync(path.join(os.tmpdir(), "tidemark-migrations-"));
  for (const name of readdirSync(MIGRATIONS).filter((folder) => folder < "20261123000400"))
    cpSync(path.join(MIGRATIONS, name), path.join(before, name), { recursive: true });
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      "DROP SCHEMA engine CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public",
    );
    await migrateDeploy(database.url, before);
    await client.query(
      `INSERT INTO organisation (id, name) VALUES ('org_old', 'x');
       INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag) VALUES ('fs_old', 0, 'directory', 493, now(), 'd');
       INSERT INTO filesystem (id, org_id, name, root_id) VALUES ('fs_old', 'org_old', 'x', 0)`,
    );
    expect(await migrateDeploy(database.url, MIGRATIONS)).toContain("20261123000400_limits");
    const made = await client.query(
      `SELECT e.code FROM generate_series(1, 2000) n, LATERAL entry_mkdir('fs_old', '/' || n, false, 493, 'api') e
       WHERE e.code IS NOT NULL`,
    );
    expect(made.rows).toEqual([]);
    const { rows } = await client.query(
      `SELECT f.entries::int, f.entry_quota, f.entry_allowance, f.byte_allowance, o.entry_quota AS org_entries,
         o.byte_quota AS org_bytes, o.created_by FROM filesystem f JOIN organisation o ON o.id = f.org_id`,
    );
    const unlimited = { entry_quota: null, entry_allowance: null, byte_allowance: null };
    const organisation = { org_entries: null, org_bytes: null, created_by: null };
    expect(rows).toEqual([{ entries: 2000, ...unlimited, ...organisation }]);
  } finally {
    await client.end();
    await database.drop();
    rmSync(before, { recursive: true });
  }
});
