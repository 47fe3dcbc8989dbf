import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readSettings } from "@/lib/settings";

import { ensureSecrets } from "./secrets";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-secrets-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test("makes them once, for its owner's eyes only, in the form the settings ask for", () => {
  const first = ensureSecrets(dataDir, {});
  expect(ensureSecrets(dataDir, {})).toEqual(first);
  expect(readSettings(first).encryptionKeys?.get("k1")).toHaveLength(32);
  expect(first.INNGEST_SIGNING_KEY).toMatch(/^signkey-prod-[0-9a-f]{64}$/);
  expect(statSync(path.join(dataDir, "secrets", "ENCRYPTION_KEYS")).mode & 0o777).toBe(0o600);
});

test("one that is given is used and not written down", () => {
  expect(ensureSecrets(dataDir, { NEXTAUTH_SECRET: "given" }).NEXTAUTH_SECRET).toBe("given");
  expect(ensureSecrets(dataDir, {}).NEXTAUTH_SECRET).not.toBe("given");
});

test("an emptied file stops the start instead of being replaced", () => {
  ensureSecrets(dataDir, {});
  const file = path.join(dataDir, "secrets", "ENCRYPTION_KEYS");
  writeFileSync(file, "");
  expect(() => ensureSecrets(dataDir, {})).toThrow(`${file} is empty`);
});
