import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { setQuota } from "./set-quota";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let member: TestUser;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  member = await createTestUser(service);
  await join(service, tenant.orgId, member.id, "member");
});
afterAll(() => service.close());

const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const newest = (target_id: string) =>
  service.services.db.audit_entry.findFirst({ where: { target_id }, orderBy: { id: "desc" } });

test("members and keys that may write rename a filesystem", async () => {
  const { id, base } = await createFilesystem(service, tenant);
  const rename = (name: string) => callAs(service, member, "PATCH", base, { name });
  expect(await rename("by a user")).toMatchObject({ status: 200, body: { id } });
  expect(await newest(id)).toMatchObject({
    action: "filesystem.renamed",
    actor_id: member.id,
    org_id: tenant.orgId,
  });
  const { body } = await call(service, tenant.key, "PATCH", base, { name: "by a key" });
  expect((await call(service, tenant.key, "GET", base)).body).toEqual(body);
  expect(body.name).toBe("by a key");

  const reader = await createKey(service.services.db, tenant.orgId);
  const grant = { api_key_id: reader.keyId, mode: "ro" };
  await call(service, tenant.key, "PUT", `${base}/grants`, grant);
  expect(await call(service, reader.key, "PATCH", base, { name: "x" })).toMatchObject(
    refusal(403, "no_grant"),
  );
  const stranger = await createTenant(service);
  expect(await call(service, stranger.key, "PATCH", base, { name: "x" })).toMatchObject(
    refusal(404, "not_found"),
  );
  expect((await rename("")).status).toBe(422);
  expect((await rename("\0")).status).toBe(422);
  expect((await call(service, tenant.key, "GET", base)).body).toEqual(body);
});

test("a member creates filesystems and sees all of them", async () => {
  const list = `/api/v1/orgs/${tenant.orgId}/filesystems`;
  const { id } = await createFilesystem(service, tenant);
  const made = await callAs(service, member, "POST", list, { name: "mine" });
  expect(made.status).toBe(201);
  const { body } = await callAs(service, member, "GET", list);
  const ids = body.map((filesystem: { id: string }) => filesystem.id);
  expect(ids).toEqual(expect.arrayContaining([id, made.body.id]));
});

test("a quota is set by the shell, and the organisation's log tells it", async () => {
  const { id } = await createFilesystem(service, tenant);
  const { db } = service.services;
  expect(await setQuota(db, id, { bytes: 5n })).toEqual({ id, byte_quota: 5, entry_quota: null });
  expect(await newest(id)).toMatchObject({
    org_id: tenant.orgId,
    actor_type: "system",
    actor_name: "shell",
    action: "filesystem.quota_set",
  });
  expect(await setQuota(db, tenant.keyId, { bytes: 5n })).toBeNull();
});

test("two keys that set each other's grant at the same time both succeed", async () => {
  const { base } = await createFilesystem(service, tenant);
  const other = await createKey(service.services.db, tenant.orgId);
  const set = (key: string, keyId: string) =>
    call(service, key, "PUT", `${base}/grants`, { api_key_id: keyId, mode: "rw" });
  await set(tenant.key, other.keyId);
  for (let n = 0; n < 5; n++) {
    const both = [set(tenant.key, other.keyId), set(other.key, tenant.keyId)];
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  }
});
