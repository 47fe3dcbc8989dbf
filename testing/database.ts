import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { inject } from "vitest";

import type { DatabaseUrls } from "@/lib/db/migrate";
import type { Services } from "@/lib/services";

/** A database for one test file; `drop` closes any remaining connections to it. */
export type TestDatabase = DatabaseUrls & { drop(): Promise<void> };

/**
 * Clones the migrated template into a fresh database (about 50 ms), or makes an empty one. Call `drop` in `afterAll`.
 * @throws if the test is not in the "db" project, which starts the server
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = inject("template");
  const from = empty ? "template0" : new URL(template.url).pathname.slice(1);
  const server = within(template.ownerUrl, "postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runSql(server, `create database ${name} template ${from}`);
  return {
    url: within(template.url, name),
    ownerUrl: within(template.ownerUrl, name),
    drop: () => runSql(server, `drop database if exists ${name} with (force)`),
  };
}

const within = (url: string, database: string) => new URL(`/${database}`, url).href;

/** Runs statements that the service itself may not, as the owner of its tables. */
export const asOwner = (
  { services }: { services: Pick<Services, "settings"> },
  statement: string,
) => runSql(services.settings.databaseAdminUrl, statement);

export async function runSql(ownerUrl: string | undefined, statement: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
