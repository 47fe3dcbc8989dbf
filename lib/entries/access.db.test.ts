import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

test("a key that may only read reads, and another organisation sees nothing", async () => {
  const tenant = await createTenant(service);
  const { id, base } = await createFilesystem(service, tenant);
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, "text");
  const reader = await createKey(service.services.db, tenant.orgId);
  await call(service, tenant.key, "PUT", `${base}/grants`, {
    api_key_id: reader.keyId,
    mode: "ro",
  });
  const stranger = await createTenant(service);
  const writes = [
    ["PUT", "/files?path=/f"],
    ["DELETE", "/files?path=/f"],
    ["POST", "/directories", { path: "/d" }],
    ["PATCH", "/files?path=/f", { mode: "0600" }],
    ["POST", "/files:move", { from: "/f", to: "/g" }],
    ["POST", "/files:copy", { from: "/f", to: "/g" }],
    ["POST", "/files:link", { target: "/f", path: "/g" }],
    ["POST", "/files:symlink", { target: "f", path: "/g" }],
  ] as const;
  const reads = [
    ["GET", "/files?path=/f"],
    ["GET", "/files:stat?path=/f"],
    ["GET", "/entries?path=/"],
    ["GET", "/usage"],
    ["GET", "/usage/history"],
  ] as const;
  const as = (key: string, [method, route, body]: readonly [string, string, object?]) =>
    call(service, key, method, base + route, body);
  for (const request of reads) expect((await as(reader.key, request)).status).toBe(200);
  for (const request of writes)
    expect(await as(reader.key, request)).toMatchObject(refusal(403, "no_grant"));
  for (const request of [...reads, ...writes])
    expect(await as(stranger.key, request)).toMatchObject(refusal(404, "not_found"));
  const after = await service.services.db.filesystem.findUniqueOrThrow({ where: { id } });
  expect(after.head).toBe(1n);
});

test("a download that has begun ends within seconds of its key", async () => {
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  const size = 64 * 1024 * 1024;
  await fetch(`${service.url}${base}/files?path=/f`, {
    method: "PUT",
    headers: { authorization: `Bearer ${tenant.key}` },
    body: new Uint8Array(size),
  });
  const { db, accessWatch } = service.services;
  const response = await fetch(`${service.url}${base}/files?path=/f`, {
    headers: { authorization: `Bearer ${tenant.key}` },
  });
  const reader = response.body!.getReader();
  await reader.read();
  expect(accessWatch.count()).toBe(1);
  await db.api_key.updateMany({
    where: { org_id: tenant.orgId },
    data: { revoked_at: new Date() },
  });
  await eventually("the end of the download", () => accessWatch.count() === 0);
  const rest = async () => {
    for (let { done } = await reader.read(); !done;) ({ done } = await reader.read());
  };
  await expect(rest()).rejects.toThrow();
});
