import { randomBytes } from "node:crypto";

import { Client } from "pg";
import { inject } from "vitest";

/** A database for one test file; `drop` closes any remaining connections to it. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Clones the migrated template into a fresh database (about 50 ms), or makes an empty one. Call `drop` in `afterAll`.
 * @throws if the test is not in the "db" project, which starts the server
 */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const template = new URL(inject("templateUrl"));
  const from = empty ? "template0" : template.pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(template, `create database ${name} template ${from}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(template, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "/postgres";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
