import { afterAll, beforeAll, expect, test } from "vitest";

import { setQuota } from "@/lib/filesystems/set-quota";
import { eventually } from "@/testing/eventually";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

import { sendUsageNotices } from "./send-usage-notices";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService({
    ORGANISATION_BYTE_QUOTA: "1000",
    ORGANISATION_ENTRY_QUOTA: "40",
    FILESYSTEM_BYTE_QUOTA: "500",
    FILESYSTEM_ENTRY_QUOTA: "20",
    MAX_FILESYSTEMS: "5",
    MAX_API_KEYS: "5",
  });
});
afterAll(() => service.close());

/** An organisation with an owner and an admin, and what was sent to them. */
async function open() {
  const tenant = await createTenant(service);
  const [owner, admin] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, admin.id, "admin");
  const { base, id } = await createFilesystem(service, tenant);
  const put = (path: string, size: number, at = base) =>
    call(service, tenant.key, "PUT", `${at}/files?path=${path}`, "x".repeat(size));
  const remove = (path: string) =>
    call(service, tenant.key, "DELETE", `${base}/files?path=${path}`);
  return { tenant, owner, admin, id, put, remove };
}
const send = () => sendUsageNotices(service.services);
const received = (to: { email: string }, text: string) =>
  eventually(`an e-mail with "${text}"`, () => service.mail.emailTo(to.email, text));
const known = async (subject: string) => {
  const where = { subject };
  const rows = await service.services.db.usage_notice.findMany({ where, orderBy: { kind: "asc" } });
  return rows.map(({ kind, percent }) => `${kind} ${percent}`);
};

test("owners get an e-mail once at 80 and once at 100 %, and again after the use was ten points lower", async () => {
  const { owner, admin, id, put, remove, tenant } = await open();
  await put("/a", 395);
  expect(await send()).toBe(0);
  await put("/b", 10);
  expect(await send()).toBe(1);
  expect(await received(owner, "81 % of")).toContain("byte_quota_exceeded");
  expect(await send()).toBe(0);
  // An upload that no longer fits leaves a rest.
  await put("/c", 92);
  expect(await send()).toBe(1);
  const full = await received(owner, "99 % of");
  expect(full).not.toContain("organisation_byte_quota_exceeded");
  expect(full).toContain(`/o/${tenant.orgId}/settings`);
  expect(full).toContain("notification settings");

  // 80 %, then full again: ten points lower than full is not ten below 80.
  await remove("/c");
  expect(await send()).toBe(0);
  expect(await known(id)).toEqual(["bytes 80"]);
  await put("/c", 92);
  expect(await send()).toBe(1);
  await remove("/a");
  expect(await send()).toBe(0);
  expect(await known(id)).toEqual([]);
  await put("/a", 395);
  expect(await send()).toBe(1);
  expect(service.mail.emailTo(admin.email, "of its")).toBeNull();
});

test("a quota of nothing is full, however much was stored before", async () => {
  const { id, put } = await open();
  await put("/a", 395);
  const { db } = service.services;
  await setQuota(db, id, { bytes: 0n });
  // More than two billion per cent of it.
  await db.filesystem.update({ where: { id }, data: { retained_bytes: 30_000_000n } });
  expect(await send()).toBeGreaterThan(0);
  expect(await known(id)).toEqual(["bytes 100"]);
  await db.filesystem.update({ where: { id }, data: { retained_bytes: 395n } });
});

test("the use of an organisation adds up over its filesystems, and counts filesystems and keys", async () => {
  const { owner, tenant, put } = await open();
  const second = await createFilesystem(service, tenant);
  const third = await createFilesystem(service, tenant);
  for (const base of [undefined, second.base, third.base]) await put("/a", 270, base);
  expect(await send()).toBe(1);
  expect(await received(owner, "81 % of")).toContain("organisation_byte_quota_exceeded");
  await createFilesystem(service, tenant);
  expect(await send()).toBe(1);
  expect(await received(owner, "filesystem_limit_reached")).toContain("80 %");
  expect(await known(tenant.orgId)).toEqual(["bytes 80", "filesystems 80"]);
});

test("what is always asked for at once is sent once, and none is without a quota", async () => {
  const { tenant, put, id } = await open();
  await put("/a", 450);
  const sent = await Promise.all(Array.from({ length: 8 }, send));
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1);
  const where = { org_id: tenant.orgId };
  const detail = { kind: "bytes", percent: 90, filesystem_name: "test" };
  expect(await service.services.db.notice.findMany({ where })).toMatchObject([
    { topic: "usage", news: "usage", filesystem_id: id, detail },
  ]);
  await service.services.db.filesystem.update({ where: { id }, data: { byte_quota: null } });
  expect(await send()).toBe(0);
  expect(await known(id)).toEqual([]);
  await service.services.pool.query("SELECT filesystem_delete($1, $2)", [id, tenant.orgId]);
  expect(await send()).toBe(0);
});
