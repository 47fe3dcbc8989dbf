import { afterAll, beforeAll, expect, test } from "vitest";

import { hashToken } from "@/lib/auth/token";
import { startTestService, type TestService } from "@/testing/service";
import { call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
let owner: TestUser;
let orgId: string;
let keys: string;
beforeAll(async () => {
  service = await startTestService();
  owner = await createTestUser(service);
  const { body } = await as(owner, "POST", "/api/v1/orgs", { name: "Example" });
  orgId = body.id;
  keys = `/api/v1/orgs/${orgId}/api-keys`;
});
afterAll(() => service.close());

const as = (user: TestUser, method: string, route: string, body?: object) =>
  callAs(service, user, method, route, body);
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

test("a key is shown once, works, is listed by its end, and ends when it is revoked", async () => {
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const made = await as(owner, "POST", keys, {
    name: "ci",
    permissions: ["filesystems:create", "filesystems:create"],
    expires_at: expires,
  });
  const { key, ...shown } = made.body;
  expect(made.status).toBe(201);
  expect(shown).toMatchObject({
    name: "ci",
    permissions: ["filesystems:create"],
    created_by: `user:${owner.id}`,
    expires_at: expires,
    last_used_at: null,
    last4: key.slice(-4),
  });
  const row = await service.services.db.api_key.findUniqueOrThrow({ where: { id: shown.id } });
  expect(Buffer.from(row.hash)).toEqual(hashToken(key));
  expect((await call(service, key, "GET", "/api/v1/me")).body.api_key).toMatchObject({
    id: shown.id,
    org_id: orgId,
  });
  const { body: listed } = await as(owner, "GET", keys);
  expect(listed).toEqual([
    {
      ...shown,
      grant_count: 0,
      filesystems: [],
      created_by_name: expect.any(String),
      last_used_at: expect.any(String),
    },
  ]);
  expect((await as(owner, "DELETE", `${keys}/${shown.id}`)).status).toBe(204);
  expect(await call(service, key, "GET", "/api/v1/me")).toMatchObject(
    refusal(401, "unauthenticated"),
  );
  expect(await as(owner, "DELETE", `${keys}/${shown.id}`)).toMatchObject(refusal(404, "not_found"));
  expect((await as(owner, "GET", keys)).body).toEqual([]);
  const log = await service.services.db.audit_entry.findMany({
    where: { target_id: shown.id },
    orderBy: { id: "asc" },
  });
  expect(log).toMatchObject([
    { org_id: orgId, actor_id: owner.id, action: "api_key.created" },
    { org_id: orgId, actor_id: owner.id, action: "api_key.revoked" },
  ]);
});

test("members, and the people of another organisation, manage no keys", async () => {
  const member = await createTestUser(service);
  await join(service, orgId, member.id, "member");
  const stranger = await createTestUser(service);
  const tenant = await createTenant(service);
  for (const [method, route, body] of [
    ["GET", keys],
    ["POST", keys, { name: "x" }],
    ["DELETE", `${keys}/${tenant.keyId}`],
  ] as const) {
    expect(await as(member, method, route, body)).toMatchObject(refusal(403, "forbidden"));
    expect(await as(stranger, method, route, body)).toMatchObject(refusal(404, "not_found"));
    expect(await call(service, tenant.key, method, route, body)).toMatchObject(
      refusal(404, "not_found"),
    );
  }
  // A key of another organisation is unknown by the path of one's own.
  expect(await as(owner, "DELETE", `${keys}/${tenant.keyId}`)).toMatchObject(
    refusal(404, "not_found"),
  );
  expect((await call(service, tenant.key, "GET", "/api/v1/me")).status).toBe(200);
});

test("what is wrong with a key is notified by field", async () => {
  const problem = async (body: object) => (await as(owner, "POST", keys, body)).body.detail[0];
  const good = { name: "x" };
  expect(await problem({})).toMatchObject({ loc: ["body", "name"], type: "missing" });
  for (const expires_at of ["2020-01-01T00:00:00Z", new Date().toISOString()])
    expect(await problem({ ...good, expires_at })).toMatchObject({
      loc: ["body", "expires_at"],
      type: "too_small",
    });
  for (const expires_at of ["tomorrow", "2999-02-30T00:00:00Z", "2999-01-01", 1])
    expect((await problem({ ...good, expires_at })).loc).toEqual(["body", "expires_at"]);
  expect(await problem({ ...good, permissions: ["all"] })).toMatchObject({
    loc: ["body", "permissions", 0],
    type: "enum",
  });
  expect(await problem({ ...good, org_id: orgId })).toMatchObject({ type: "extra_forbidden" });
  const { body } = await as(owner, "POST", keys, {
    ...good,
    expires_at: "2999-01-01T00:00:00+01:00",
  });
  expect(body.expires_at).toBe("2998-12-31T23:00:00.000Z");
});

test("spec 4.59: requests with a key are counted by day, those that were refused too", async () => {
  const made = await as(owner, "POST", keys, { name: "counted" });
  const { id, key } = made.body;
  const read = async (days: string) => {
    await service.services.keyRequests.flush();
    return as(owner, "GET", `${keys}/${id}/requests${days}`);
  };
  expect((await read("")).body).toHaveLength(30);
  await call(service, key, "GET", "/api/v1/me");
  await call(service, key, "GET", keys);
  await call(service, `${key}x`, "GET", "/api/v1/me");
  const { body } = await read("?days=2");
  expect(
    body.map((day: { requests: number; failed: number }) => [day.requests, day.failed]),
  ).toEqual([
    [0, 0],
    [2, 1],
  ]);
  const { id: other } = (await as(owner, "POST", "/api/v1/orgs", { name: "Other" })).body;
  expect(await as(owner, "GET", `/api/v1/orgs/${other}/api-keys/${id}/requests`)).toMatchObject(
    refusal(404, "not_found"),
  );
});
