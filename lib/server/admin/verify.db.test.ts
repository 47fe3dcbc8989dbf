import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 90_000);
afterAll(() => service.close());

async function verify(...args: string[]) {
  const { databaseUrl, databaseAdminUrl, dataDir } = service.services.settings;
  const child = spawn(process.execPath, ["bin/run.mjs", "bin/admin.ts", "verify", ...args], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_ADMIN_URL: databaseAdminUrl,
      TIDEMARK_DATA_DIR: dataDir,
    },
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { out, code };
}

test("the command tells a sound database from one with a broken invariant, by its exit code too", async () => {
  const { id } = await createFilesystem(service, await createTenant(service));
  const sound = await verify("--json");
  expect([sound.code, JSON.parse(sound.out)]).toMatchObject([0, { ok: true, violations: [] }]);
  await service.services.pool.query("UPDATE filesystem SET webhook_count = 1");
  const broken = await verify("--json");
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.out)).toMatchObject({
    ok: false,
    violations: [{ rule: "too-many-webhooks", count: 1, ids: [id] }],
  });
  await asOwner(service, "ALTER FUNCTION iso_time(timestamptz) VOLATILE");
  const edited = await verify("--json");
  expect(JSON.parse(edited.out).violations).toMatchObject([
    { rule: "too-many-webhooks" },
    { rule: "functions-differ", count: 1, ids: [expect.stringMatching(/^iso_time\(/)] },
  ]);
  const forPeople = await verify();
  expect(forPeople.code).toBe(1);
  expect(forPeople.out).toContain("more than five webhooks");
}, 90_000);
