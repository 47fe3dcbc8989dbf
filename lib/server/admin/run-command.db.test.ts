import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant, call } from "@/testing/tenant";

import { runCommand } from "./run-command";

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const KEY = newKey("k1");

let dataDir = "";
let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-admin-"));
  mkdirSync(path.join(dataDir, "secrets"));
  database = await createTestDatabase();
  service = await startTestService({ database, env: { ENCRYPTION_KEYS: KEY } });
});
afterAll(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true });
});

const reseal = (more: Record<string, string>) =>
  runCommand(["reseal-secrets"], {
    ...more,
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.ownerUrl,
    TIDEMARK_DATA_DIR: dataDir,
  });
const keep = (text: string) =>
  writeFileSync(path.join(dataDir, "secrets", "ENCRYPTION_KEYS"), `${text}\n`);

test("a command begins no database where the service has none", async () => {
  const empty = path.join(dataDir, "empty");
  const listed = runCommand(["list-users"], { NODE_ENV: "test", TIDEMARK_DATA_DIR: empty });
  await expect(listed).rejects.toThrow(/there is no database in .+empty; start the service once/);
  expect(existsSync(empty)).toBe(false);
});

test("secrets are sealed again with the keys of the data directory, unless others are set", async () => {
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  const url = "https://inbox.tidemark.invalid/";
  expect((await call(service, tenant.key, "POST", `${base}/test-inbox`, {})).body.url).toBe(url);
  const { db } = service.services;
  const sealedWith = async () =>
    (await db.webhook_secret.findMany()).map(({ sealed }) => sealed.split(".")[1]);

  await expect(reseal({})).rejects.toThrow("ENCRYPTION_KEYS is not set");
  const second = newKey("k2");
  keep(`${second},${KEY}`);
  expect((await reseal({})).result).toEqual({ ok: true, resealed: 1 });
  expect(await sealedWith()).toEqual(["k2"]);
  const given = `${newKey("k3")},${second}`;
  expect((await reseal({ ENCRYPTION_KEYS: given })).result).toEqual({ ok: true, resealed: 1 });
  expect(await sealedWith()).toEqual(["k3"]);
});
