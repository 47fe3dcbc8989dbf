import { afterAll, beforeAll, expect, test } from "vitest";

import { endLost } from "@/lib/auth/access";
import { logIn } from "@/testing/login";
import { exchange, SESSIONS } from "@/testing/mounts";
import { addPasskey, openAuthenticator } from "@/testing/passkeys";
import { enrol, FACTOR } from "@/testing/second-factor";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function setUp() {
  const tenant = await createTenant(service);
  const fs = await createFilesystem(service, tenant);
  const [owner, member] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, member.id, "admin");
  const base = `/api/v1/orgs/${tenant.orgId}`;
  const demand = (user: TestUser, required: boolean) =>
    callAs(service, user, "POST", `${base}:require-second-factor`, { required });
  return { ...tenant, fs, owner, member, base, demand };
}

const codeOf = ({ status, body }: { status: number; body: { detail?: { code: string } } }) => [
  status,
  body.detail?.code ?? null,
];
const LACKING = [403, "second_factor_required"];

test("only an owner who has a second factor requires it", async () => {
  const { owner, member, orgId, base, demand } = await setUp();
  expect(codeOf(await demand(owner, true))).toEqual(LACKING);
  await enrol(service, owner);
  expect(codeOf(await demand(member, true))).toEqual([403, "forbidden"]);
  const required = await demand(owner, true);
  expect([required.status, required.body.second_factor_required]).toEqual([200, true]);
  expect((await demand(owner, true)).status).toBe(200);
  const entries = await service.services.db.audit_entry.findMany({
    where: { org_id: orgId, action: "organisation.second_factor_changed" },
  });
  expect(entries.map(({ details }) => details)).toEqual([
    { required: true, before: { required: false } },
  ]);
  expect((await callAs(service, owner, "GET", base)).body.second_factor_required).toBe(true);
});

test("members without one reach nothing of that organisation, and everything once they have it", async () => {
  const { key, orgId, owner, member, base, fs, demand } = await setUp();
  const { base: other } = await setUp().then(async (elsewhere) => {
    await join(service, elsewhere.orgId, member.id, "member");
    return elsewhere;
  });
  const login = await logIn(service, member);
  const mount = { filesystem_id: fs.id, mode: "ro" };
  const { body: mounted } = await callAs(service, owner, "POST", SESSIONS, mount);
  await enrol(service, owner);
  await demand(owner, true);
  const end = () => callAs(service, member, "DELETE", `${SESSIONS}/${mounted.id}`);
  expect(codeOf(await end())).toEqual(LACKING);
  const bare = await createKey(service.services.db, orgId);
  expect(codeOf(await call(service, bare.key, "POST", SESSIONS, mount))).toEqual([403, "no_grant"]);
  const { body: ofKey } = await call(service, key, "POST", SESSIONS, mount);
  expect((await call(service, key, "DELETE", `${SESSIONS}/${ofKey.id}`)).status).toBe(204);
  const reached = async () => [
    codeOf(await callAs(service, member, "GET", base)),
    codeOf(await callAs(service, member, "GET", `${fs.base}/entries?path=/`)),
    codeOf(await callAs(service, member, "POST", SESSIONS, { filesystem_id: fs.id, mode: "ro" })),
    codeOf(await call(service, login.access, "GET", base)),
    codeOf(await call(service, login.access, "PUT", `${fs.base}/files?path=/a`, "x")),
  ];
  expect(await reached()).toEqual([LACKING, LACKING, LACKING, LACKING, LACKING]);
  expect(codeOf(await callAs(service, member, "GET", other))).toEqual([200, null]);
  const needs = async () => {
    const { organisations } = (await callAs(service, member, "GET", "/api/v1/me")).body;
    const own = organisations as { id: string; needs_second_factor: boolean }[];
    return own.filter((each) => each.needs_second_factor).map(({ id }) => id);
  };
  expect(await needs()).toEqual([base.split("/").at(-1)]);

  await enrol(service, member);
  expect((await reached()).map(([status]) => status)).toEqual([200, 200, 201, 200, 201]);
  expect((await end()).status).toBe(204);
  expect(await needs()).toEqual([]);
  await callAs(service, member, "DELETE", FACTOR);
  expect((await reached())[0]).toEqual(LACKING);
  await demand(owner, false);
  expect((await reached())[0]).toEqual([200, null]);
});

test("API keys and mounts continue; streams of members without one end with that code", async () => {
  const { owner, member, base, fs, key, orgId, demand } = await setUp();
  const asked = await callAs(service, member, "POST", SESSIONS, {
    filesystem_id: fs.id,
    mode: "rw",
  });
  const { body: mount } = await exchange(service, asked.body.ticket);
  await enrol(service, owner);
  await demand(owner, true);
  expect((await call(service, key, "GET", `${base}/filesystems`)).status).toBe(200);
  expect((await call(service, mount.password, "PUT", `${fs.base}/files?path=/b`, "x")).status).toBe(
    201,
  );
  const ended: [string, string][] = [];
  const waiting = (credential: string) => ({
    access: { credential, filesystem: { id: fs.id, orgId, mode: "ro" as const } },
    end: (refusal: string) => void ended.push([credential, refusal]),
  });
  await endLost(
    service.services.db,
    [owner, member].map(({ sessionId }) => waiting(sessionId)),
  );
  expect(ended).toEqual([[member.sessionId, "second_factor_required"]]);
});

test("owners and admins see which members lack the required one, and other members do not", async () => {
  const { owner, member, orgId, base, demand } = await setUp();
  const admin = await createTestUser(service);
  await join(service, orgId, admin.id, "admin");
  const lacking = async (by: TestUser) => {
    const { body } = await callAs(service, by, "GET", `${base}/members`);
    const rows = body as { user_id: string; lacks_second_factor: boolean }[];
    return rows.filter((each) => each.lacks_second_factor).map(({ user_id: id }) => id);
  };
  expect(await lacking(owner)).toEqual([]);
  await enrol(service, owner);
  await addPasskey(service, admin, openAuthenticator(service));
  await demand(owner, true);
  expect(await lacking(owner)).toContain(member.id);
  expect(await lacking(owner)).not.toContain(admin.id);
  expect(await lacking(admin)).toEqual(await lacking(owner));
  await enrol(service, member);
  expect(await lacking(owner)).not.toContain(member.id);
  await callAs(service, admin, "PATCH", `${base}/members/${member.id}`, { role: "member" });
  const other = await createTestUser(service);
  await join(service, orgId, other.id, "member");
  expect(await lacking(owner)).toContain(other.id);
  expect(await lacking(member)).toEqual([]);
});
