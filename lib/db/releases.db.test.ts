import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Client } from "pg";
import { expect, test } from "vitest";

import { KEY_SCOPES, SCOPES } from "@/lib/contract/scopes";
import { drain } from "@/lib/delivery/drain";
import { verify } from "@/lib/delivery/invariants/verify";
import { pruneDeliveries } from "@/lib/delivery/log/prune-deliveries";
import { POLICY } from "@/lib/delivery/policy";
import { pruneHistory } from "@/lib/delivery/prune-history";
import { reconcile } from "@/lib/delivery/reconciler";
import { createAuthority } from "@/testing/certificates";
import { createTestDatabase } from "@/testing/database";
import { startEndpoint } from "@/testing/endpoint";
import { listReleases, readRelease, writeRows } from "@/testing/releases/rows";
import { startTestService } from "@/testing/service";
import { call } from "@/testing/tenant";

import { applyMigrations } from "./apply-migrations";
import { migrateDeploy } from "./migrate";

const FOLDERS = ["prisma/migrations", "inngest/engine/migrations"];

/** An empty database as far as these migrations. */
async function createAsOf(migrations: readonly string[]) {
  const database = await createTestDatabase({ empty: true });
  const folder = mkdtempSync(path.join(os.tmpdir(), "tidemark-migrations-"));
  for (const name of migrations) {
    const from = FOLDERS.map((each) => path.join(each, name)).find((each) => existsSync(each));
    if (from !== undefined) cpSync(from, path.join(folder, name), { recursive: true });
  }
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  expect(await applyMigrations(client, [folder])).toEqual(migrations);
  await client.end();
  rmSync(folder, { recursive: true });
  return database;
}

test("keys and logins from before there were scopes keep what they could do", async () => {
  const release = readRelease("v0.1.0");
  const database = await createAsOf(release.migrations);
  await writeRows(database.ownerUrl, release);
  await migrateDeploy(database);
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  const read = async (table: string) =>
    (await client.query(`SELECT DISTINCT scopes FROM ${table}`)).rows.map(({ scopes }) => scopes);
  expect([await read("api_key"), await read("login")]).toEqual([[KEY_SCOPES], [SCOPES]]);
  await client.end();
  await database.drop();
});

test.each(listReleases())(
  "a database of %s is upgraded, and everything in it works",
  async (version) => {
    const { access, ...release } = readRelease(version);
    const database = await createAsOf(release.migrations);
    await writeRows(database.ownerUrl, release);
    await migrateDeploy(database);

    const ca = await createAuthority();
    const certificate = await ca.issue(["receiver.invalid"]);
    const endpoint = await startEndpoint({ certificate, respond: () => ({ status: 200 }) });
    const connect = `receiver.invalid:443=127.0.0.1:${endpoint.port}`;
    const env = { ...access.secrets, WEBHOOK_CONNECT_TO: connect };
    const service = await startTestService({ database, ca: ca.ca, env });
    try {
      const { key, base, webhookId } = access;
      const { body } = await call(service, key, "GET", `${base}/entries?path=/&recursive=true`);
      expect(body.entries.map((entry: { path: string }) => entry.path)).toEqual([
        "/in",
        "/in/a.txt",
        "/in/hard.txt",
        "/in/soft",
        "/out",
        "/out/c.txt",
      ]);
      expect((await call(service, key, "PUT", `${base}/files?path=/in/new`, "x")).status).toBe(201);
      await reconcile(service.services);
      await drain(service.services, webhookId);
      expect(endpoint.requests.map(({ path: to }) => to)).toContain("/in");
      // What was recorded grows old.
      await pruneHistory(service.services.db);
      await pruneDeliveries(service.services.db, POLICY);
      expect(await verify(service.services.db)).toEqual([]);
    } finally {
      await service.close();
      await endpoint.close();
    }
  },
);
