import { afterAll, beforeAll, expect, test } from "vitest";

import { createUser } from "@/lib/accounts/create-user";
import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD, type TestUser } from "@/testing/user";

let service: TestService;
let owner: TestUser;
let member: TestUser;
let org: string;
beforeAll(async () => {
  service = await startTestService();
  const { orgId } = await createTenant(service);
  [owner, member] = [await createTestUser(service), await createTestUser(service)];
  await join(service, orgId, owner.id, "owner");
  await join(service, orgId, member.id, "member");
  org = `/api/v1/orgs/${orgId}`;
});
afterAll(() => service.close());

/** When a member was last active, as another one sees it. */
async function lastActive(viewer: TestUser, id: string): Promise<string | null> {
  const { body } = await callAs(service, viewer, "GET", `${org}/members`);
  return body.find((one: { user_id: string }) => one.user_id === id).last_active_at;
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

test("owners see the latest use of a session or login, and members see none", async () => {
  const { db } = service.services;
  const used = inSeconds(-600);
  await db.session.updateMany({ where: { user_id: member.id }, data: { last_used_at: used } });
  expect(await lastActive(owner, member.id)).toBe(used.toISOString());
  const later = inSeconds(-300);
  const login = { id: newId("login"), user_id: member.id, client_id: "tidemark-cli" };
  const expires_at = inSeconds(3600);
  await db.login.create({
    data: { ...login, address: "::1", last_used_at: later, expires_at },
  });
  expect(await lastActive(owner, member.id)).toBe(later.toISOString());
  expect(await lastActive(member, owner.id)).toBeNull();
  expect(await lastActive(member, member.id)).toBeNull();
});

test("once their sessions are deleted it is their latest event in the audit log", async () => {
  const { db } = service.services;
  const { id: fsId } = (await callAs(service, member, "POST", `${org}/filesystems`, { name: "a" }))
    .body;
  expect(fsId).toEqual(expect.stringMatching(/^fs_/));
  await db.session.deleteMany({ where: { user_id: member.id } });
  await db.login.deleteMany({ where: { user_id: member.id } });
  const created = await db.audit_entry.findFirstOrThrow({ where: { target_id: fsId } });
  expect(await lastActive(owner, member.id)).toBe(created.at.toISOString());
});

test("of a member who never signed in there is no activity", async () => {
  const email = `${newId("user")}@example.com`;
  const user = await createUser(service.services.db, { email, password: PASSWORD, support: false });
  await join(service, org.replace("/api/v1/orgs/", ""), user?.id ?? "", "viewer");
  expect(await lastActive(owner, user?.id ?? "")).toBeNull();
});
