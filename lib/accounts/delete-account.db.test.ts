import { afterAll, beforeAll, expect, test } from "vitest";

import { logIn } from "@/testing/login";
import { enrol } from "@/testing/second-factor";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, signIn, type TestUser } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9" } });
});
afterAll(() => service.close());

const remove = (user: TestUser) => callAs(service, user, "DELETE", "/api/v1/me");

/** A member of an organisation with another owner, and what they created there. */
async function createMember() {
  const tenant = await createTenant(service);
  await service.services.db.member.deleteMany({ where: { org_id: tenant.orgId } });
  const [owner, user] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, user.id, "admin");
  const { base } = await createFilesystem(service, tenant);
  const hook = await callAs(service, user, "POST", `${base}/webhooks`, {
    url: "https://hooks.test/",
  });
  const key = await callAs(service, user, "POST", `/api/v1/orgs/${tenant.orgId}/api-keys`, {
    name: "made by them",
  });
  return { tenant, owner, user, base, hookId: String(hook.body.id), key: String(key.body.key) };
}

test("the account is gone with all access, its webhooks are disabled, its API keys stay", async () => {
  const { db } = service.services;
  const { tenant, owner, user, base, hookId, key } = await createMember();
  const login = await logIn(service, user);
  await enrol(service, user);
  expect((await remove(user)).status).toBe(204);
  expect((await callAs(service, user, "GET", "/api/v1/me")).status).toBe(401);
  expect((await call(service, login.access, "GET", "/api/v1/me")).status).toBe(401);
  const hook = await callAs(service, owner, "GET", `${base}/webhooks/${hookId}`);
  expect(hook.body).toMatchObject({ state: "disabled", disabled_reason: "access_revoked" });
  expect((await call(service, key, "GET", "/api/v1/me")).status).toBe(200);
  for (const table of ["session", "login", "member", "second_factor", "recovery_code"]) {
    const { rows } = await service.services.pool.query(
      `SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`,
      [user.id],
    );
    expect([table, rows]).toEqual([table, [{ n: 0 }]]);
  }
  const entries = await db.audit_entry.findMany({
    where: { action: "user.deleted", target_id: user.id },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ org_id: id }) => id)).toEqual([null, tenant.orgId]);
});

test("the last owner of an organisation stays, and nothing of theirs ends", async () => {
  const { owner, user } = await createMember();
  const refused = await remove(owner);
  expect([refused.status, refused.body.detail.code]).toEqual([409, "last_owner"]);
  expect((await callAs(service, owner, "GET", "/api/v1/me")).status).toBe(200);
  expect((await remove(user)).status).toBe(204);
});

test("two owners who delete their accounts at once leave one", async () => {
  for (let round = 0; round < 5; round++) {
    const { tenant, owner, user } = await createMember();
    await service.services.db.member.updateMany({
      where: { org_id: tenant.orgId },
      data: { role: "owner" },
    });
    const statuses = (await Promise.all([remove(owner), remove(user)])).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204, 409]));
  }
});

test("what a user creates or joins while their account is deleted breaks nothing and keeps an owner", async () => {
  for (let round = 0; round < 5; round++) {
    const { user, owner, tenant } = await createMember();
    const other = await createTenant(service);
    await join(service, other.orgId, owner.id, "owner");
    const invited = await callAs(
      service,
      owner,
      "POST",
      `/api/v1/orgs/${other.orgId}/invitations`,
      {
        email: user.email,
        role: "owner",
      },
    );
    const token = new URL(invited.body.url).hash.slice(1);
    const made = `made while it is deleted ${round}`;
    const outcomes = await Promise.all([
      ...[1, 2, 3].map(() => callAs(service, user, "POST", "/api/v1/orgs", { name: made })),
      remove(user),
      callAs(service, user, "POST", "/api/v1/invitations:accept", { token }),
      callAs(service, user, "POST", `/api/v1/orgs/${tenant.orgId}/api-keys`, { name: "late" }),
      ...[1, 2, 3].map(() => callAs(service, user, "POST", "/api/v1/orgs", { name: made })),
    ]);
    expect(outcomes.filter(({ status }) => status >= 500)).toEqual([]);
    const { rows } = await service.services.pool.query(
      "SELECT id FROM organisation o WHERE name = $1 AND NOT EXISTS (SELECT FROM member m WHERE m.org_id = o.id AND m.role = 'owner')",
      [made],
    );
    expect(rows).toEqual([]);
  }
});

test("ending the others leaves this session alone", async () => {
  const user = await createTestUser(service);
  const other = await signIn(service, user.id);
  const login = await logIn(service, user);
  const ended = await callAs(service, user, "POST", "/api/v1/me/sessions:end-others");
  expect(ended.status).toBe(204);
  expect((await callAs(service, user, "GET", "/api/v1/me")).status).toBe(200);
  expect((await callAs(service, { ...user, ...other }, "GET", "/api/v1/me")).status).toBe(401);
  expect((await call(service, login.access, "GET", "/api/v1/me")).status).toBe(401);
});
