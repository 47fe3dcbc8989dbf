import { afterAll, beforeAll, expect, test } from "vitest";

import type { Role } from "@/lib/auth/actor";
import { startTestService, type TestService } from "@/testing/service";
import { call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const as = (user: TestUser, method: string, route: string, body?: object) =>
  callAs(service, user, method, route, body);
const statuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

/** An organisation whose only owner is the first user; the others have the roles asked for. */
async function createOrganisation(...roles: Role[]) {
  const owner = await createTestUser(service);
  const { body } = await as(owner, "POST", "/api/v1/orgs", { name: "Example" });
  const orgId: string = body.id;
  const people: TestUser[] = [];
  for (const role of roles) {
    const user = await createTestUser(service);
    await join(service, orgId, user.id, role);
    people.push(user);
  }
  return { owner, people, orgId, base: `/api/v1/orgs/${orgId}`, body };
}

async function rolesOf(orgId: string): Promise<Record<string, string>> {
  const rows = await service.services.db.member.findMany({ where: { org_id: orgId } });
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

const actions = async (orgId: string) =>
  (
    await service.services.db.audit_entry.findMany({
      where: { org_id: orgId },
      orderBy: { id: "asc" },
    })
  ).map(({ action, target_id }) => [action, target_id]);

test("anyone who creates an organisation owns it; owners and admins rename it", async () => {
  const { owner, people, orgId, base, body } = await createOrganisation("admin", "member");
  expect(body).toMatchObject({ name: "Example", role: "owner" });
  const [admin, member] = people as [TestUser, TestUser];
  expect((await as(admin, "GET", base)).body).toEqual({ ...body, role: "admin" });
  expect(await as(member, "PATCH", base, { name: "New" })).toMatchObject(refusal(403, "forbidden"));
  expect((await as(admin, "PATCH", base, { name: "New" })).body).toMatchObject({ name: "New" });
  expect((await as(owner, "GET", "/api/v1/me")).body.organisations).toEqual([
    {
      id: orgId,
      name: "New",
      role: "owner",
      needs_second_factor: false,
      requires_second_factor: false,
    },
  ]);
  expect((await as(owner, "POST", "/api/v1/orgs", { name: "" })).status).toBe(422);
  expect(await actions(orgId)).toEqual([
    ["organisation.created", orgId],
    ["organisation.renamed", orgId],
  ]);
});

test("another organisation's people find nothing and change nothing", async () => {
  const { owner, people, orgId, base } = await createOrganisation("member");
  const { owner: stranger } = await createOrganisation();
  const [member] = people as [TestUser];
  const before = await rolesOf(orgId);
  for (const [method, route, body] of [
    ["GET", ""],
    ["PATCH", "", { name: "x" }],
    ["GET", "/members"],
    ["PATCH", `/members/${member.id}`, { role: "owner" }],
    ["DELETE", `/members/${owner.id}`],
    ["GET", "/invitations"],
    ["POST", "/invitations", { email: "a@example.com", role: "member" }],
    ["GET", "/api-keys"],
    ["POST", "/api-keys", { name: "x" }],
    ["GET", "/audit-log"],
  ] as const)
    expect(await as(stranger, method, base + route, body)).toMatchObject(refusal(404, "not_found"));
  expect(await rolesOf(orgId)).toEqual(before);
  // The own organisation's path does not open another's member.
  const { owner: other, base: otherBase } = await createOrganisation();
  expect(await as(other, "DELETE", `${otherBase}/members/${member.id}`)).toMatchObject(
    refusal(404, "not_found"),
  );
  expect(await as(other, "PATCH", `${otherBase}/members/x`, { role: "admin" })).toMatchObject(
    refusal(404, "not_found"),
  );
});

test("a key never manages people", async () => {
  const tenant = await createTenant(service);
  const base = `/api/v1/orgs/${tenant.orgId}`;
  for (const [method, route, body] of [
    ["POST", "/api/v1/orgs", { name: "x" }],
    ["GET", base],
    ["PATCH", base, { name: "x" }],
    ["GET", `${base}/members`],
    ["DELETE", `${base}/members/x`],
    ["GET", `${base}/invitations`],
    ["GET", `${base}/api-keys`],
    ["POST", `${base}/api-keys`, { name: "x" }],
    ["DELETE", `${base}/api-keys/${tenant.keyId}`],
    ["GET", `${base}/audit-log`],
    ["POST", "/api/v1/invitations:accept", { token: "x" }],
  ] as const)
    expect(await call(service, tenant.key, method, route, body)).toMatchObject(
      refusal(403, "api_key_forbidden"),
    );
});

test("members are listed by pages", async () => {
  const { owner, people, base } = await createOrganisation("admin", "member");
  const first = await as(owner, "GET", `${base}/members?limit=2`);
  const next = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const { pathname, search } = new URL(next);
  const second = await as(people[1]!, "GET", pathname + search);
  expect([...first.body, ...second.body]).toMatchObject([
    { user_id: owner.id, email: owner.email, role: "owner" },
    { user_id: people[0]!.id, role: "admin" },
    { user_id: people[1]!.id, role: "member" },
  ]);
  expect(second.headers.get("link")).toBeNull();
});

test("only an owner makes, unmakes and removes owners; a member only leaves", async () => {
  const { owner, people, orgId, base } = await createOrganisation("owner", "admin", "member");
  const [second, admin, member] = people as [TestUser, TestUser, TestUser];
  const path = (user: TestUser) => `${base}/members/${user.id}`;
  const forbidden = refusal(403, "forbidden");
  for (const [who, method, whom, role] of [
    [member, "PATCH", member, "admin"],
    [member, "DELETE", admin],
    [admin, "PATCH", second, "member"],
    [admin, "PATCH", member, "owner"],
    [admin, "PATCH", admin, "owner"],
    [admin, "DELETE", second],
  ] as const) {
    const response = await as(who, method, path(whom), role && { role });
    expect(response).toMatchObject(forbidden);
  }
  expect((await as(admin, "PATCH", path(member), { role: "admin" })).body).toMatchObject({
    user_id: member.id,
    role: "admin",
  });
  expect((await as(owner, "PATCH", path(second), { role: "member" })).status).toBe(200);
  expect(await as(owner, "PATCH", path(owner), { role: "admin" })).toMatchObject(
    refusal(409, "last_owner"),
  );
  expect(await as(owner, "DELETE", path(owner))).toMatchObject(refusal(409, "last_owner"));
  expect((await as(owner, "PATCH", path(owner), { role: "owner" })).status).toBe(200);
  expect((await as(second, "DELETE", path(second))).status).toBe(204);
  expect((await as(admin, "DELETE", path(member))).status).toBe(204);
  expect(await as(member, "GET", base)).toMatchObject(refusal(404, "not_found"));
  expect(await as(admin, "DELETE", path(member))).toMatchObject(refusal(404, "not_found"));
  expect(await rolesOf(orgId)).toEqual({ [owner.id]: "owner", [admin.id]: "admin" });
  expect((await actions(orgId)).slice(1)).toEqual([
    ["member.role_changed", member.id],
    ["member.role_changed", second.id],
    ["member.left", second.id],
    ["member.removed", member.id],
  ]);
});

test("with a member go, if asked, the API keys they created, and no others", async () => {
  const { owner, people, base } = await createOrganisation("admin", "admin", "member");
  const [first, second, member] = people as [TestUser, TestUser, TestUser];
  const keyOf = async (user: TestUser) =>
    (await as(user, "POST", `${base}/api-keys`, { name: user.id })).body.key as string;
  const keys = [await keyOf(first), await keyOf(first), await keyOf(second), await keyOf(owner)];
  const alive = () =>
    Promise.all(keys.map(async (key) => (await call(service, key, "GET", "/api/v1/me")).status));
  const leave = `${base}/members/${member.id}?revoke_api_keys=true`;
  expect(await as(member, "DELETE", leave)).toMatchObject(refusal(403, "forbidden"));
  await as(owner, "DELETE", `${base}/members/${first.id}?revoke_api_keys=true`);
  expect(await alive()).toEqual([401, 401, 200, 200]);
  await as(owner, "DELETE", `${base}/members/${second.id}`);
  expect(await alive()).toEqual([401, 401, 200, 200]);
});

test("of two owners who remove or demote each other at once one stays, every time", async () => {
  for (let round = 0; round < 12; round++) {
    const { owner, people, orgId, base } = await createOrganisation("owner");
    const [second] = people as [TestUser];
    const end = (by: TestUser, whom: TestUser) =>
      round % 2 === 0
        ? as(by, "DELETE", `${base}/members/${whom.id}`)
        : as(by, "PATCH", `${base}/members/${whom.id}`, { role: "member" });
    const responses = await Promise.all([end(owner, second), end(second, owner)]);
    const codes = statuses(responses);
    expect(codes[0]).toBeLessThan(300);
    expect(codes[1]).toBeGreaterThan(400);
    const owners = Object.values(await rolesOf(orgId)).filter((role) => role === "owner");
    expect(owners).toHaveLength(1);
  }
});

test("both owners leave at once: one cannot", async () => {
  for (let round = 0; round < 6; round++) {
    const { owner, people, orgId, base } = await createOrganisation("owner");
    const leave = (user: TestUser) => as(user, "DELETE", `${base}/members/${user.id}`);
    const responses = await Promise.all([owner, people[0]!].map(leave));
    expect(statuses(responses)).toEqual([204, 409]);
    expect(Object.values(await rolesOf(orgId))).toEqual(["owner"]);
  }
});
