import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test("spec 4.60: the newest changes of all filesystems, of those that a key may read", async () => {
  const tenant = await createTenant(service);
  const list = async (key: string, query = "") => {
    const { body } = await call(
      service,
      key,
      "GET",
      `/api/v1/orgs/${tenant.orgId}/changes${query}`,
    );
    return body;
  };
  const one = await createFilesystem(service, tenant);
  const other = await createFilesystem(service, tenant);
  expect(await list(tenant.key)).toEqual([]);
  const write = (base: string, path: string) =>
    call(service, tenant.key, "PUT", `${base}/files?path=${path}`, "text");
  await write(one.base, "/a");
  await write(other.base, "/b");
  await write(one.base, "/a");
  await call(service, tenant.key, "DELETE", `${one.base}/files?path=/a`);
  const all = await list(tenant.key);
  expect(
    all.map((change: Record<string, unknown>) => [
      change["filesystem_id"],
      change["type"],
      change["path"],
    ]),
  ).toEqual([
    [one.id, "deleted", "/a"],
    [one.id, "updated", "/a"],
    [other.id, "created", "/b"],
    [one.id, "created", "/a"],
  ]);
  expect(all[0]).toMatchObject({ file: null, cursor: "3", origin: "api" });
  expect(all[2]).toMatchObject({
    file: { path: "/b", type: "file", size: 4 },
    at: expect.any(String),
  });
  expect(await list(tenant.key, "?limit=2")).toEqual(all.slice(0, 2));

  const { key, keyId } = await createKey(service.services.db, tenant.orgId);
  expect(await list(key)).toEqual([]);
  await call(service, tenant.key, "PUT", `${other.base}/grants`, { api_key_id: keyId, mode: "ro" });
  expect(await list(key)).toEqual([all[2]]);
  const stranger = await createTenant(service);
  expect(await list(stranger.key)).toMatchObject({ detail: { code: "not_found" } });
});
