import { afterAll, beforeAll, expect, test } from "vitest";

import { logIn } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, signIn, type TestUser } from "@/testing/user";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let user: TestUser;
let fsId: string;
let base: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  ({ id: fsId, base } = await createFilesystem(service, tenant));
  user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
});
afterAll(() => service.close());

const refusal = ({ status, body }: { status: number; body: { detail: { code: string } } }) => [
  status,
  body.detail.code,
];

test("a member reads and writes every filesystem of the organisation by the cookie", async () => {
  const { body: me } = await callAs(service, user, "GET", "/api/v1/me");
  expect(me).toMatchObject({
    id: user.id,
    email: user.email,
    api_key: null,
    organisations: [{ id: tenant.orgId, role: "member" }],
  });
  expect((await callAs(service, user, "PUT", `${base}/files?path=/a`, "x")).status).toBe(201);
  const { body } = await callAs(service, user, "GET", `/api/v1/orgs/${tenant.orgId}/filesystems`);
  expect(body).toHaveLength(1);
});

test("a change with the cookie must come from our own pages", async () => {
  const { cookie } = user;
  const put = (headers: Record<string, string>) =>
    call(service, null, "PUT", `${base}/files?path=/a`, "x", { cookie, ...headers });
  expect(refusal(await put({}))).toEqual([403, "cross_origin_request"]);
  expect(refusal(await put({ origin: "https://evil.example" }))[1]).toBe("cross_origin_request");
  expect(refusal(await put({ "sec-fetch-site": "same-site" }))[1]).toBe("cross_origin_request");
  const own = service.services.settings.appUrl.origin;
  expect(refusal(await put({ "sec-fetch-site": "cross-site", origin: own }))[0]).toBe(403);
  expect((await put({ origin: own })).status).toBe(200);
});

test("a bad Authorization never falls back to the cookie", async () => {
  for (const authorization of ["", "Bearer", "Bearer x", "Basic eDp5", `Bearer ${user.cookie}`]) {
    const response = await callAs(service, user, "GET", "/api/v1/me", undefined, { authorization });
    expect(refusal(response)).toEqual([401, "unauthenticated"]);
  }
});

test("an ended, an expired, a forged and a removed session are all no one", async () => {
  const ended = await signIn(service, user.id);
  await service.services.pool.query("UPDATE session SET ended_at = now() WHERE id = $1", [
    ended.sessionId,
  ]);
  const expired = await signIn(service, user.id);
  await service.services.pool.query("UPDATE session SET expires_at = now() WHERE id = $1", [
    expired.sessionId,
  ]);
  const forged = { cookie: user.cookie.replace(/.{8}$/, "AAAAAAAA") };
  for (const session of [ended, expired, forged, { cookie: "tidemark.session=" }])
    expect(refusal(await callAs(service, session, "GET", "/api/v1/me"))[0]).toBe(401);
});

test("who is no member finds nothing", async () => {
  const stranger = await createTestUser(service);
  expect(refusal(await callAs(service, stranger, "GET", base))).toEqual([404, "not_found"]);
  await join(service, tenant.orgId, stranger.id, "member");
  expect((await callAs(service, stranger, "GET", base)).status).toBe(200);
  await service.services.db.member.deleteMany({ where: { user_id: stranger.id } });
  expect(refusal(await callAs(service, stranger, "GET", base))).toEqual([404, "not_found"]);
});

test.each([
  ["API key", "api_key"],
  ["session", "session"],
  ["login", "login"],
])("a request whose %s another one holds does not wait to record its use", async (_, table) => {
  const { pool, db } = service.services;
  const read = `${base}/entries?path=/`;
  const { access } = await logIn(service, user);
  const login = await db.login.findFirstOrThrow({ orderBy: { id: "desc" } });
  const id = { api_key: tenant.keyId, session: user.sessionId, login: login.id }[table];
  const use = () =>
    table === "session"
      ? callAs(service, user, "GET", read)
      : call(service, table === "login" ? access : tenant.key, "GET", read);
  const usedIn = async () =>
    (
      await pool.query(
        `SELECT extract(year FROM last_used_at)::int AS y FROM ${table} WHERE id = $1`,
        [id],
      )
    ).rows[0].y;
  await pool.query(`UPDATE ${table} SET last_used_at = '2000-06-01' WHERE id = $1`, [id]);
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT credential_hold($1, $2, $3)", [id, tenant.orgId, fsId]);
    expect((await use()).status).toBe(200);
    expect(await usedIn()).toBe(2000);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect((await use()).status).toBe(200);
  expect(await usedIn()).toBeGreaterThan(2000);
});
