import { afterAll, beforeAll, expect, test } from "vitest";

import { CLIENT_ID } from "@/lib/contract/oauth";
import { hashUserCode } from "@/lib/oauth/device/user-code";
import { lockWaits } from "@/testing/lock-waits";
import { beginLogin, decide, logIn, postForm } from "@/testing/login";
import { exchange, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD, type TestUser } from "@/testing/user";

import { disableUser, endSessions } from "./administer-user";
import { createPasswordReset } from "./password-reset/create-password-reset";

let service: TestService;
let orgId: string;
let fs: { id: string; base: string };
beforeAll(async () => {
  service = await startTestService();
  const tenant = await createTenant(service);
  orgId = tenant.orgId;
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

async function createMember() {
  const user = await createTestUser(service);
  await join(service, orgId, user.id, "member");
  return user;
}

const requestMount = async (user: TestUser) => {
  const input = { filesystem_id: fs.id, mode: "rw" };
  return (await callAs(service, user, "POST", SESSIONS, input)).body as {
    id: string;
    ticket: string;
  };
};

async function mount(user: TestUser) {
  const { id, ticket } = await requestMount(user);
  const { body } = await exchange(service, ticket);
  return { id, password: body.password as string };
}

const list = (credential: string) => call(service, credential, "GET", `${fs.base}/entries?path=/`);
const codeOf = ({ status, body }: { status: number; body: { detail: { code: string } } }) => [
  status,
  body.detail.code,
];

const change = async (user: TestUser) => {
  const body = { current_password: PASSWORD, new_password: "another long passphrase" };
  expect((await callAs(service, user, "POST", "/api/v1/me/password", body)).status).toBe(204);
};

const reset = async ({ email }: TestUser) => {
  const { db, settings } = service.services;
  const made = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "shell" });
  const body = {
    token: new URL(made?.url ?? "").hash.slice(1),
    password: "another long passphrase",
  };
  const route = "/api/v1/auth/password-reset:confirm";
  expect((await call(service, null, "POST", route, body)).status).toBe(200);
};

test.each([
  ["changing", change, 200],
  ["resetting", reset, 401],
])("%s the password ends logins and mounts at once", async (_, replace, ownSession) => {
  const [user, other] = [await createMember(), await createMember()];
  const login = await logIn(service, user);
  const waiting = await beginLogin(service);
  await decide(service, user, "approve", waiting.userCode);
  const [active, requested] = [await mount(user), await requestMount(user)];
  const untouched = await mount(other);
  for (const credential of [login.access, active.password])
    expect((await list(credential)).status).toBe(200);

  await replace(user);

  expect(codeOf(await list(login.access))).toEqual([401, "login_ended"]);
  const fields = { grant_type: "refresh_token", client_id: CLIENT_ID };
  const refreshed = await postForm(service, "token", { ...fields, refresh_token: login.refresh });
  expect(refreshed.body).toMatchObject({ error: "invalid_grant" });
  expect((await waiting.poll()).body).toMatchObject({ error: "invalid_grant" });
  expect(codeOf(await list(active.password))).toEqual([401, "unauthenticated"]);
  const renewed = await call(service, active.password, "POST", `${SESSIONS}/${active.id}:renew`);
  expect(codeOf(renewed)).toEqual([409, "session_not_active"]);
  expect(codeOf(await exchange(service, requested.ticket))).toEqual([404, "ticket_invalid"]);
  expect((await list(untouched.password)).status).toBe(200);
  expect((await callAs(service, user, "GET", "/api/v1/me")).status).toBe(ownSession);

  const mounts = await callAs(service, other, "GET", `${fs.base}/mount-sessions?ended=true`);
  expect(mounts.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: active.id, state: "ended", ended_reason: "revoked" }),
      expect.objectContaining({ id: requested.id, state: "ended", ended_reason: "revoked" }),
      expect.objectContaining({ id: untouched.id, state: "active" }),
    ]),
  );
  const revoked = { action: "mount_session.all_revoked", org_id: orgId, actor_id: user.id };
  expect(await service.services.db.audit_entry.count({ where: revoked })).toBe(1);
});

test("thousands of mounts do not keep anyone from resetting the password", async () => {
  const user = await createMember();
  await service.services.pool.query(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
     SELECT 'ms_' || lpad(i::text, 26, '0'), $1, $2, 'ro', $3, now() + '1 d', sha256(i::text::bytea), now() + '1 h'
     FROM generate_series(1, 10000) i`,
    [orgId, fs.id, `user:${user.id}`],
  );
  await reset(user);
  const { rows } = await service.services.pool.query(
    "SELECT count(*)::int AS live FROM mount_session WHERE created_by = $1 AND ends_at > now()",
    [`user:${user.id}`],
  );
  expect(rows).toEqual([{ live: 0 }]);
});

test.each([
  ["disable-user", ({ email }: TestUser) => disableUser(service.services.db, email)],
  ["end-sessions", ({ email }: TestUser) => endSessions(service.services.db, email)],
  ["a reset", reset],
])("a device that is approved while %s runs gets no login", async (_, end) => {
  const user = await createMember();
  const waiting = await beginLogin(service);
  const { db, pool } = service.services;
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM device_authorization WHERE user_code_hash = $1 FOR UPDATE", [
    hashUserCode(waiting.userCode),
  ]);
  const approving = decide(service, user, "approve", waiting.userCode);
  await lockWaits(db);
  const ending = end(user);
  await lockWaits(db, 2);
  await client.query("COMMIT");
  client.release();
  expect((await approving).status).toBe(204);
  await ending;
  expect((await waiting.poll()).body).toMatchObject({ error: "invalid_grant" });
});

test("what a disabled user still has opens nothing", async () => {
  const user = await createMember();
  const login = await logIn(service, user);
  const waiting = await beginLogin(service);
  await decide(service, user, "approve", waiting.userCode);
  const { pool } = service.services;
  await pool.query("UPDATE app_user SET disabled_at = now() WHERE id = $1", [user.id]);

  expect(codeOf(await callAs(service, user, "GET", "/api/v1/me"))).toEqual([
    401,
    "unauthenticated",
  ]);
  expect(codeOf(await list(login.access))).toEqual([401, "login_ended"]);
  const fields = { grant_type: "refresh_token", client_id: CLIENT_ID };
  const refreshed = await postForm(service, "token", { ...fields, refresh_token: login.refresh });
  expect(refreshed.body).toMatchObject({ error: "invalid_grant" });
  expect((await waiting.poll()).body).toMatchObject({ error: "access_denied" });
  const { rows } = await pool.query(
    "SELECT r.live FROM (SELECT $1 AS id UNION SELECT l.id FROM login l WHERE l.user_id = $2) c, credential_reach(c.id, $3, $4) r",
    [user.sessionId, user.id, orgId, fs.id],
  );
  expect(rows).toEqual([{ live: false }, { live: false }]);
});
