import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { longText } from "@/testing/blobs";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function checkBlobs(...args: string[]) {
  const { databaseUrl, databaseAdminUrl, dataDir } = service.services.settings;
  const child = spawn(process.execPath, ["bin/run.mjs", "bin/admin.ts", "check-blobs", ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_ADMIN_URL: databaseAdminUrl,
      TIDEMARK_DATA_DIR: dataDir,
      BLOB_URL: "",
    },
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { out, code };
}

test("the command tells a sound store from a damaged one, by its exit code too", async () => {
  const tenant = await createTenant(service);
  const { id, base } = await createFilesystem(service, tenant);
  await call(service, tenant.key, "PUT", `${base}/files?path=/secret-name`, longText("content"));
  const sound = await checkBlobs("--json");
  expect([sound.code, JSON.parse(sound.out)]).toEqual([
    0,
    { ok: true, contents: 1, bytes: longText("").length, faults: [], counters: [] },
  ]);
  const blobs = path.join(service.services.settings.dataDir, "blobs");
  for (const name of readdirSync(blobs))
    if (name.length === 2) rmSync(path.join(blobs, name), { recursive: true });
  const damaged = await checkBlobs("--json");
  expect(damaged.code).toBe(1);
  expect(JSON.parse(damaged.out)).toMatchObject({
    ok: false,
    faults: [{ fault: "missing", filesystems: [id] }],
  });
  const forPeople = await checkBlobs();
  expect(forPeople.code).toBe(1);
  expect(forPeople.out).toContain(id);
  expect(forPeople.out + damaged.out).not.toContain("secret-name");
});
