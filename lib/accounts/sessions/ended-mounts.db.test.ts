import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { CLIENT_ID } from "@/lib/contract/oauth";
import { newId } from "@/lib/ids";
import { openBrowser } from "@/testing/browser";
import { lockWaits } from "@/testing/lock-waits";
import { logIn, postForm } from "@/testing/login";
import { createMount, exchange, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD, signIn, type TestUser } from "@/testing/user";

type Credential = string | { cookie: string };
type Mount = { id: string; ticket: string; password: string };
type Login = { id: string; access: string; refresh: string };

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: { id: string; base: string };
let user: TestUser;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
});
beforeEach(async () => {
  user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
});
afterAll(() => service.close());

const as = (credential: Credential, method: string, route: string, body?: object) =>
  typeof credential === "string"
    ? call(service, credential, method, route, body)
    : callAs(service, credential, method, route, body);

const request = async (credential: Credential) => {
  const body = { filesystem_id: fs.id, mode: "rw" };
  return (await as(credential, "POST", SESSIONS, body)).body as { id: string; ticket: string };
};

async function mount(credential: Credential): Promise<Mount> {
  const made = await request(credential);
  return { ...made, password: (await exchange(service, made.ticket)).body.password };
}

/** What a mount gets when it lists, writes and renews. */
async function statusesOf({ id, password }: Mount) {
  const requests = [
    () => call(service, password, "GET", `${fs.base}/entries?path=/`),
    () => call(service, password, "PUT", `${fs.base}/files?path=/${id}`, "x"),
    () => call(service, password, "POST", `${SESSIONS}/${id}:renew`),
  ];
  const statuses = [];
  for (const send of requests) statuses.push((await send()).status);
  return statuses;
}
const WORKS = [200, 201, 200];
const ENDED = [401, 401, 409];

async function newLogin(): Promise<Login> {
  const tokens = await logIn(service, user, "files:read files:write");
  const { body } = await callAs(service, user, "GET", "/api/v1/me/logins");
  return { ...tokens, id: body.at(-1).id };
}

const refresh = ({ refresh: token }: Login) => {
  const fields = { grant_type: "refresh_token", client_id: CLIENT_ID, refresh_token: token };
  return postForm(service, "token", fields);
};

test.each<[string, (login: Login) => Promise<unknown>]>([
  ["the user revokes", ({ id }) => callAs(service, user, "DELETE", `/api/v1/me/logins/${id}`)],
  [
    "whose refresh token is used twice",
    async (login) => [await refresh(login), await refresh(login)],
  ],
])("a login %s takes its mounts along, and no others", async (_, end) => {
  const [login, other] = [await newLogin(), await newLogin()];
  const [active, requested] = [await mount(login.access), await request(login.access)];
  const kept = [
    await mount(other.access),
    await mount(user),
    await createMount(service, tenant.key, fs.id, "rw"),
  ];
  expect(await statusesOf(active)).toEqual(WORKS);

  await end(login);

  expect((await call(service, login.access, "GET", "/api/v1/me")).status).toBe(401);
  expect(await statusesOf(active)).toEqual(ENDED);
  expect((await exchange(service, requested.ticket)).body.detail.code).toBe("ticket_invalid");
  for (const each of kept) expect(await statusesOf(each)).toEqual(WORKS);
  const { body } = await callAs(service, user, "GET", `${fs.base}/mount-sessions?ended=true`);
  expect(body).toContainEqual(
    expect.objectContaining({ id: active.id, state: "ended", ended_reason: "revoked" }),
  );
  const logged = await service.services.db.audit_entry.findMany({
    where: { action: "mount_session.revoked_with_login", target_id: login.id },
  });
  expect(logged.map(({ org_id, actor_id }) => [org_id, actor_id])).toEqual([
    [tenant.orgId, user.id],
  ]);
});

test("a login whose client signs out leaves its mounts", async () => {
  const login = await newLogin();
  const kept = await mount(login.access);
  await postForm(service, "revoke", { client_id: CLIENT_ID, token: login.refresh });
  expect((await call(service, login.access, "GET", "/api/v1/me")).status).toBe(401);
  expect(await statusesOf(kept)).toEqual(WORKS);
});

test("a session ended in the list takes its mounts along, one that signs out leaves them", async () => {
  const lost = await signIn(service, user.id);
  const browser = openBrowser(service, "198.51.100.44");
  const enter = () =>
    browser.post("/api/auth/callback/credentials", { email: user.email, password: PASSWORD });
  await enter();
  const kept = [await mount({ cookie: browser.header() }), await mount(user)];
  const made = await mount(lost);

  const route = `/api/v1/me/sessions/${lost.sessionId}`;
  expect((await callAs(service, user, "DELETE", route)).status).toBe(204);
  // Signs in again, in the same browser, and out.
  await enter();
  await browser.post("/api/auth/signout");

  expect(await statusesOf(made)).toEqual(ENDED);
  for (const each of kept) expect(await statusesOf(each)).toEqual(WORKS);
  const where = { action: "mount_session.revoked_with_session", org_id: tenant.orgId };
  const logged = await service.services.db.audit_entry.findMany({ where });
  expect(logged.map(({ target_id }) => target_id)).toEqual([lost.sessionId]);
});

test("a mount that a login is creating while it is revoked ends too", async () => {
  const login = await newLogin();
  const client = await service.services.pool.connect();
  await client.query("BEGIN");
  // As its creation does.
  await client.query("SELECT credential_hold($1, $2, $3)", [login.id, tenant.orgId, fs.id]);
  const ending = callAs(service, user, "DELETE", `/api/v1/me/logins/${login.id}`);
  await lockWaits(service.services.db);
  const made = await client.query(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, made_with, expires_at, ticket_hash, ticket_expires_at)
     VALUES ($1, $2, $3, 'rw', $4, $5, now() + '1 d', sha256(convert_to($1, 'UTF8')), now() + '10 min') RETURNING id`,
    [newId("ms"), tenant.orgId, fs.id, `user:${user.id}`, login.id],
  );
  await client.query("COMMIT");
  client.release();
  expect((await ending).status).toBe(204);
  const { id } = made.rows[0];
  const row = await service.services.db.mount_session.findUniqueOrThrow({ where: { id } });
  expect(row.stopped_reason).toBe("revoked");
});
