import { afterAll, beforeAll, expect, test } from "vitest";

import { disableUser } from "@/lib/accounts/administer-user";
import { ROLES } from "@/lib/auth/actor";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** An organisation with someone of each role. */
async function open() {
  const users = [];
  for (const _ of ROLES) users.push(await createTestUser(service));
  const [owner, admin, member, viewer] = users as [TestUser, TestUser, TestUser, TestUser];
  const { body } = await callAs(service, owner, "POST", "/api/v1/orgs", { name: "Example" });
  await join(service, body.id, admin.id, "admin");
  await join(service, body.id, member.id, "member");
  await join(service, body.id, viewer.id, "viewer");
  const base = `/api/v1/orgs/${body.id}`;
  const set = (by: TestUser, of: TestUser, alerts: unknown) =>
    callAs(service, by, "PUT", `${base}/members/${of.id}/alerts`, { alerts });
  const setRole = (of: TestUser, role: string) =>
    callAs(service, owner, "PATCH", `${base}/members/${of.id}`, { role });
  /** Who gets e-mails about each topic. */
  const recipients = async () => {
    const { rows } = await service.services.pool.query<{ emails: string[] }>(
      `SELECT notice_recipients($1, t) AS emails FROM unnest('{api_keys,usage,webhooks}'::text[]) t`,
      [body.id],
    );
    const names = new Map(
      Object.entries({ owner, admin, member, viewer }).map(([name, { email }]) => [email, name]),
    );
    const [api_keys, usage, webhooks] = rows.map(({ emails }) =>
      emails.map((email) => names.get(email)).join(" "),
    );
    return { api_keys, usage, webhooks };
  };
  return { owner, admin, member, viewer, orgId: String(body.id), base, set, setRole, recipients };
}

test("spec 7.38: by default owners get every alert, admins those of webhooks, and others none", async () => {
  const { owner, base, recipients } = await open();
  expect(await recipients()).toEqual({
    api_keys: "owner",
    usage: "owner",
    webhooks: "owner admin",
  });
  const { body } = await callAs(service, owner, "GET", `${base}/members`);
  expect(body.map((one: { role: string; alerts: string[] }) => [one.role, one.alerts])).toEqual([
    ["owner", ["api_keys", "usage", "webhooks"]],
    ["admin", ["webhooks"]],
    ["member", []],
    ["viewer", []],
  ]);
});

test("everyone chooses for themselves, owners for all, and null is the default again", async () => {
  const { owner, admin, member, viewer, orgId, set, recipients } = await open();
  const chosen = await set(member, member, ["webhooks", "usage", "usage"]);
  expect(chosen).toMatchObject({ status: 200, body: { alerts: ["usage", "webhooks"] } });
  expect((await set(owner, viewer, ["usage"])).body).toMatchObject({ role: "viewer" });
  expect((await set(owner, admin, [])).body.alerts).toEqual([]);
  expect(await recipients()).toEqual({
    api_keys: "owner",
    usage: "owner member viewer",
    webhooks: "owner member",
  });
  expect((await set(admin, admin, null)).body.alerts).toEqual(["webhooks"]);
  expect((await set(member, member, null)).body.alerts).toEqual([]);
  const entries = await service.services.db.audit_entry.findMany({
    where: { org_id: orgId, action: "member.alerts_changed" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ actor_id, target_id, details }) => [actor_id, target_id, details])).toEqual(
    [
      [member.id, member.id, { alerts: ["usage", "webhooks"], before: { alerts: [] } }],
      [owner.id, viewer.id, { alerts: ["usage"], before: { alerts: [] } }],
      [owner.id, admin.id, { alerts: [], before: { alerts: ["webhooks"] } }],
      [admin.id, admin.id, { alerts: ["webhooks"], before: { alerts: [] } }],
      [member.id, member.id, { alerts: [], before: { alerts: ["usage", "webhooks"] } }],
    ],
  );
});

test("others are refused, and so is what a role cannot see", async () => {
  const { owner, admin, member, viewer, set, recipients } = await open();
  const before = await recipients();
  for (const by of [admin, member, viewer])
    expect(await set(by, owner, [])).toMatchObject({
      status: 403,
      body: { detail: { code: "forbidden" } },
    });
  for (const [by, of] of [
    [viewer, viewer],
    [owner, member],
  ] as const)
    expect(await set(by, of, ["webhooks", "api_keys"])).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "alerts"], type: "enum" }] },
    });
  expect((await set(owner, owner, ["everything"])).status).toBe(422);
  const { owner: stranger, set: setElsewhere } = await open();
  expect((await set(stranger, owner, [])).status).toBe(404);
  expect((await setElsewhere(stranger, member, ["usage"])).status).toBe(404);
  expect(await recipients()).toEqual(before);
});

test("a changed role keeps the choice as far as it may have it", async () => {
  const { admin, set, setRole, recipients } = await open();
  await set(admin, admin, ["api_keys", "usage"]);
  expect((await setRole(admin, "member")).body).toMatchObject({
    role: "member",
    alerts: ["usage"],
  });
  expect(await recipients()).toMatchObject({ api_keys: "owner", usage: "owner admin" });
  expect((await setRole(admin, "admin")).body.alerts).toEqual(["api_keys", "usage"]);
  // Who chose nothing has the default of the new role.
  await set(admin, admin, null);
  expect((await setRole(admin, "viewer")).body.alerts).toEqual([]);
});

test("a disabled account gets none", async () => {
  const { admin, recipients } = await open();
  await disableUser(service.services.db, admin.email);
  expect(await recipients()).toMatchObject({ webhooks: "owner" });
});
