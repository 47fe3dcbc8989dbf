import { afterAll, beforeAll, expect, test } from "vitest";

import { openSession } from "@/lib/accounts/sessions/open-session";
import { asOwner } from "@/testing/database";
import { blocksOf, explain, recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { audit } from "./record";

let service: TestService;
let owner: TestUser;
beforeAll(async () => {
  service = await startTestService();
  owner = await createTestUser(service);
});
afterAll(() => service.close());

const as = (user: TestUser, method: string, route: string, body?: object) =>
  callAs(service, user, method, route, body);

async function createOrganisation() {
  const { body } = await as(owner, "POST", "/api/v1/orgs", { name: "Example" });
  const base = `/api/v1/orgs/${body.id}`;
  const read = async (query: string) => (await as(owner, "GET", `${base}/audit-log${query}`)).body;
  return { orgId: body.id as string, base, read };
}

const actions = (entries: { action: string }[]) => entries.map(({ action }) => action);

test("tells who did what to what, from where and by which request, newest first", async () => {
  const { orgId, base, read } = await createOrganisation();
  const made = await as(owner, "POST", `${base}/filesystems`, { name: "a" });
  const target = { type: "filesystem", id: made.body.id };
  await service.services.db.$transaction((tx) =>
    audit(tx, "shell", { action: "filesystem.quota_set", target, orgId }),
  );
  expect(await read("")).toMatchObject([
    {
      action: "filesystem.quota_set",
      actor: { type: "system", id: null, name: "shell" },
      address: null,
      request_id: null,
    },
    {
      id: expect.stringMatching(/^aud_/),
      action: "filesystem.created",
      actor: { type: "user", id: owner.id },
      target: { type: "filesystem", id: made.body.id },
      details: { name: "a" },
      credential: { type: "session", id: expect.stringMatching(/^sess_/) },
      address: "127.0.0.1",
      request_id: made.headers.get("x-request-id"),
    },
    { action: "organisation.created", target: { type: "organisation", id: orgId } },
  ]);
});

test("is narrowed by actor, action, target and time, and continues by pages", async () => {
  const { orgId, base, read } = await createOrganisation();
  const admin = await createTestUser(service);
  await join(service, orgId, admin.id, "admin");
  const ids: string[] = [];
  for (const by of [owner, admin, owner]) {
    const { body } = await as(by, "POST", `${base}/filesystems`, { name: "a" });
    ids.push(body.id);
  }
  expect(actions(await read(`?actor=${admin.id}`))).toEqual(["filesystem.created"]);
  expect(await read("?actor=shell")).toEqual([]);
  expect(actions(await read("?action=organisation.created"))).toEqual(["organisation.created"]);
  expect(await read(`?target=${ids[0]}`)).toMatchObject([{ target: { id: ids[0] } }]);
  const [newest, middle] = await read("");
  expect(await read(`?since=${newest.at}`)).toMatchObject([{ target: { id: ids[2] } }]);
  expect(await read(`?until=${middle.at}`)).toHaveLength(2);
  expect(await read(`?since=${middle.at}&until=${newest.at}`)).toMatchObject([
    { target: { id: ids[1] } },
  ]);
  expect(await read("?since=2000-01-01T00:00:00Z&until=9999-12-31T23:59:59Z")).toHaveLength(4);

  const seen: string[] = [];
  for (let route = `${base}/audit-log?limit=1&action=filesystem.created`; route !== "";) {
    const { body, headers } = await as(owner, "GET", route);
    seen.push(...body.map((entry: { target: { id: string } }) => entry.target.id));
    const next = /<(.*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    route = next === undefined ? "" : new URL(next).pathname + new URL(next).search;
  }
  expect(seen).toEqual(ids.toReversed());
});

test("tells the operator's acts from those of the service itself", async () => {
  const { orgId, read } = await createOrganisation();
  const entry = { target: { type: "webhook", id: "wh_00000000000000000000000001" }, orgId };
  await service.services.db.$transaction(async (tx) => {
    await audit(tx, "shell", { ...entry, action: "webhook.deleted" });
    await audit(tx, "service", { ...entry, action: "webhook.disabled" });
  });
  expect(actions(await read("?actor=shell"))).toEqual(["webhook.deleted"]);
  expect(actions(await read("?actor=service"))).toEqual(["webhook.disabled"]);
});

test("holds what was set and what it replaced", async () => {
  const { orgId, base, read } = await createOrganisation();
  const guest = await createTestUser(service);
  await join(service, orgId, guest.id, "member");
  const fs = await as(owner, "POST", `${base}/filesystems`, { name: "old" });
  const root = `${base}/filesystems/${fs.body.id}`;
  await as(owner, "PATCH", root, { name: "new" });
  await as(owner, "PATCH", `${base}/members/${guest.id}`, { role: "admin" });
  const key = (await as(owner, "POST", `${base}/api-keys`, { name: "backend" })).body;
  // The second time it is set already.
  for (const mode of ["ro", "ro", "rw"])
    await as(owner, "PUT", `${root}/grants`, { api_key_id: key.id, mode });
  await as(owner, "POST", `${base}/invitations`, { email: "new@example.com", role: "member" });
  const granted = { action: "grant.set", target: { id: key.id } };
  expect(await read("?limit=6")).toMatchObject([
    { action: "invitation.created", details: { email: "new@example.com", role: "member" } },
    { ...granted, details: { mode: "rw", before: { mode: "ro" } } },
    { ...granted, details: { filesystem_id: fs.body.id, mode: "ro" } },
    { action: "api_key.created", details: { name: "backend", permissions: [], expires_at: null } },
    { action: "member.role_changed", details: { role: "admin", before: { role: "member" } } },
    { action: "filesystem.renamed", details: { name: "new", before: { name: "old" } } },
  ]);
});

test("a target keeps the name that it had then, also once it is gone", async () => {
  const { base, read } = await createOrganisation();
  const { id } = (await as(owner, "POST", `${base}/filesystems`, { name: "old" })).body;
  const key = (await as(owner, "POST", `${base}/api-keys`, { name: "backend" })).body;
  const root = `${base}/filesystems/${id}`;
  await as(owner, "PUT", `${root}/grants`, { api_key_id: key.id, mode: "ro" });
  await as(owner, "PATCH", root, { name: "new" });
  const [renamed, granted, , created] = await read("");
  expect(created.target.name).toBe("old");
  expect(granted).toMatchObject({ target: { name: "backend" }, filesystem_name: "new" });
  expect(renamed.target.name).toBe("new");
  await as(owner, "DELETE", root);
  const [deleted, , after] = await read("");
  expect(deleted).toMatchObject({ action: "filesystem.deleted", target: { name: "new" } });
  expect(after).toMatchObject({ target: { name: "backend" }, filesystem_name: null });
});

test("a target has the name that it has now until it is deleted, revoked or removed", async () => {
  const { orgId, base, read } = await createOrganisation();
  const guest = await createTestUser(service);
  await join(service, orgId, guest.id, "member");
  const fs = (await as(owner, "POST", `${base}/filesystems`, { name: "old" })).body;
  const key = (await as(owner, "POST", `${base}/api-keys`, { name: "backend" })).body;
  const root = `${base}/filesystems/${fs.id}`;
  const gone = [`${base}/api-keys/${key.id}`, `${base}/members/${guest.id}`, root];
  await as(owner, "PATCH", `${base}/members/${guest.id}`, { role: "admin" });
  await as(owner, "PATCH", root, { name: "new" });
  const presentNames = async () =>
    new Map(
      (await read("")).map(({ target }: { target: { id: string; present_name: string } }) => [
        target.id,
        target.present_name,
      ]),
    );
  const { name } = await service.services.db.user.findUniqueOrThrow({ where: { id: guest.id } });
  const before = await presentNames();
  expect([fs.id, key.id, guest.id].map((id) => before.get(id))).toEqual(["new", "backend", name]);
  for (const route of gone) expect((await as(owner, "DELETE", route)).status).toBe(204);
  const after = await presentNames();
  expect([fs.id, key.id, guest.id].map((id) => after.get(id))).toEqual([null, null, null]);
});

test("holds the sign-ins of members, in each of their organisations, and not in others", async () => {
  const [first, second] = [await createOrganisation(), await createOrganisation()];
  const guest = await createTestUser(service);
  await join(service, first.orgId, guest.id, "member");
  await openSession(service.services.db, {
    user: { id: guest.id, name: "Guest" },
    address: "192.0.2.7",
    userAgent: "Browser",
    requestId: "req_1",
  });
  expect(await first.read("?action=session.opened")).toMatchObject([
    { actor: { id: guest.id }, address: "192.0.2.7", details: { user_agent: "Browser" } },
  ]);
  expect(await second.read(`?actor=${guest.id}`)).toEqual([]);
});

test("is downloaded as JSON lines, with the same filters", async () => {
  const { orgId, base, read } = await createOrganisation();
  await service.services.pool.query(
    `INSERT INTO audit_entry (id, org_id, actor_type, actor_name, action, target_type)
    SELECT 'aud_' || lpad((n + 100000)::text, 26, '0'), $1, 'system', 'shell', 'a.' || n % 2, 'user' FROM generate_series(1, 2500) n`,
    [orgId],
  );
  const download = async (query: string) => {
    const response = await fetch(`${service.url}${base}/audit-log:export${query}`, {
      headers: { cookie: owner.cookie, "sec-fetch-site": "same-origin" },
    });
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    return (await response.text()).trimEnd().split("\n");
  };
  const all = await download("");
  expect(all).toHaveLength(2_501);
  expect(JSON.parse(all[0]!)).toEqual((await read("?limit=1"))[0]);
  expect(new Set(all).size).toBe(2_501);
  expect(await download("?action=a.1")).toHaveLength(1_250);
});

test("is for owners and admins alone, and holds nothing of another organisation", async () => {
  const { orgId, base, read } = await createOrganisation();
  const { base: other } = await createOrganisation();
  await as(owner, "POST", `${other}/filesystems`, { name: "a" });
  expect(actions(await read(""))).toEqual(["organisation.created"]);
  const member = await createTestUser(service);
  await join(service, orgId, member.id, "member");
  const log = `${base}/audit-log`;
  expect((await as(member, "GET", log)).body.detail.code).toBe("forbidden");
  const stranger = await createTestUser(service);
  expect((await as(stranger, "GET", log)).body.detail.code).toBe("not_found");
  for (const query of ["?actor=%00", "?since=yesterday", "?after=x", "?x=1", "?limit=0"])
    expect((await as(owner, "GET", log + query)).status).toBe(422);
});

test("reads only what it answers, however long the log and whatever the filter", async () => {
  const { orgId, base } = await createOrganisation();
  const { pool } = service.services;
  await pool.query(
    `INSERT INTO audit_entry (id, org_id, at, actor_type, actor_id, actor_name, action, target_type, target_id)
    SELECT 'aud_' || lpad(n::text, 26, '0'), CASE n % 50 WHEN 0 THEN $1 ELSE 'org_' || n % 50 END, to_timestamp(n),
      'user', 'user_' || n / 50 % 20, 'x', 'a.' || n / 50 % 20, 'user', 'user_' || n / 50 % 20
    FROM generate_series(1, 30000) n`,
    [orgId],
  );
  await asOwner(service, "ANALYZE audit_entry");
  for (const filter of ["", "&actor=user_7", "&actor=shell", "&action=a.7", "&target=user_7"]) {
    const sent = await recordStatements(async () => {
      const { status, body } = await as(owner, "GET", `${base}/audit-log?limit=20${filter}`);
      expect(status, filter).toBe(200);
      expect(body.length, filter).toBe(filter === "&actor=shell" ? 0 : 20);
    });
    const [plan] = await explain(
      service,
      sent.filter(({ text }) => /FROM audit_entry/.test(text)),
    );
    // 21 rows and the way to them; the table has some 600 pages.
    expect(blocksOf(plan!), `${filter} ${JSON.stringify(plan)}`).toBeLessThan(60);
  }
});
