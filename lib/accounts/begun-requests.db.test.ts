import { afterAll, beforeAll, expect, test } from "vitest";

import { hashToken, newToken } from "@/lib/auth/token";
import { newId } from "@/lib/ids";
import { beginCall } from "@/testing/begun-call";
import { beginLogin } from "@/testing/login";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { openAuthenticator, PASSKEYS } from "@/testing/passkeys";
import { codeOf, FACTOR } from "@/testing/second-factor";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD, type TestUser } from "@/testing/user";

import { disableUser, endSessions } from "./administer-user";
import { createPasswordReset } from "./password-reset/create-password-reset";

const EMAIL = "/api/v1/me/email";

// A request is authenticated when its head arrives. A thief of a session can keep one waiting for its body.
let service: MailingService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let org: string;
beforeAll(async () => {
  const env = {
    WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9",
    APP_URL: "http://localhost:3000",
  };
  service = await startMailingService(env);
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
  org = `/api/v1/orgs/${tenant.orgId}`;
});
afterAll(() => service.close());

async function createOwner() {
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "owner");
  return user;
}

const reset = async ({ email }: TestUser) => {
  const { db, settings } = service.services;
  const made = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "shell" });
  const token = new URL(made?.url ?? "").hash.slice(1);
  const body = { token, password: "another long passphrase" };
  const route = "/api/v1/auth/password-reset:confirm";
  expect((await call(service, null, "POST", route, body)).status).toBe(200);
};
const disable = ({ email }: TestUser) => disableUser(service.services.db, email);
const signOut = ({ email }: TestUser) => endSessions(service.services.db, email);

type Call = [method: string, route: string, body: object];
type Prepare = (user: TestUser) => Promise<Call>;

const passkey: Prepare = async (user) => {
  const started = await callAs(service, user, "POST", `${PASSKEYS}:start`);
  const credential = openAuthenticator(service).create(started.body, {});
  return ["POST", PASSKEYS, { name: "thief", credential }];
};
const app: Prepare = async (user) => {
  const { body } = await callAs(service, user, "POST", FACTOR);
  return ["POST", `${FACTOR}:confirm`, { code: codeOf(body.secret) }];
};
const key: Prepare = async () => ["POST", `${org}/api-keys`, { name: "thief" }];
const invitation: Prepare = async () => {
  const body = { email: `${newId("user")}@example.com`, role: "admin" };
  return ["POST", `${org}/invitations`, body];
};
const keyId = async () => (await createKey(service.services.db, tenant.orgId)).keyId;
const soon = () => new Date(Date.now() + 3_600_000);

async function invite({ email }: TestUser): Promise<string> {
  const token = newToken("tmkinv_");
  const hash = new Uint8Array(hashToken(token));
  const { orgId: org_id } = await createTenant(service);
  const shared = { id: newId("inv"), created_by: "system:test", role: "owner" };
  await service.services.db.invitation.create({
    data: { ...shared, org_id, email, hash, expires_at: soon() },
  });
  return token;
}

const verbs: [name: string, prepare: Prepare][] = [
  ["adding a passkey", passkey],
  ["confirming an authenticator app", app],
  ["creating an API key", key],
  ["rotating an API key", async () => ["POST", `${org}/api-keys/${await keyId()}:rotate`, {}]],
  [
    "moving the expiry of an API key",
    async () => ["PATCH", `${org}/api-keys/${await keyId()}`, { expires_at: null }],
  ],
  [
    "granting a filesystem",
    async () => ["PUT", `${fs.base}/grants`, { api_key_id: await keyId(), mode: "rw" }],
  ],
  ["inviting", invitation],
  [
    "changing a role",
    async () => ["PATCH", `${org}/members/${(await createOwner()).id}`, { role: "viewer" }],
  ],
  [
    "requiring a second factor",
    async () => ["POST", `${org}:require-second-factor`, { required: false }],
  ],
  ["asking for another address", async () => ["POST", EMAIL, { email: "thief@example.com" }]],
  [
    "changing the password",
    async () => {
      const body = { current_password: PASSWORD, new_password: "another long passphrase" };
      return ["POST", "/api/v1/me/password", body];
    },
  ],
  ["creating an organisation", async () => ["POST", "/api/v1/orgs", { name: "thief" }]],
  [
    "joining an organisation",
    async (user) => ["POST", "/api/v1/invitations:accept", { token: await invite(user) }],
  ],
  [
    "approving a device",
    async () => {
      const { userCode } = await beginLogin(service);
      return ["POST", "/api/v1/device:approve", { user_code: userCode }];
    },
  ],
  [
    "creating a webhook",
    async () => ["POST", `${fs.base}/webhooks`, { url: "https://hooks.test/thief" }],
  ],
  [
    "moving a webhook",
    async () => {
      const { base } = await createFilesystem(service, tenant);
      const hook = { url: "https://hooks.test/own" };
      const { body } = await call(service, tenant.key, "POST", `${base}/webhooks`, hook);
      return ["PATCH", `${base}/webhooks/${body.id}`, { url: "https://hooks.test/thief" }];
    },
  ],
];

test.each(verbs)("%s is refused when the session ends before the body", async (_, prepare) => {
  const user = await createOwner();
  const finish = await beginCall(service, user, await prepare(user));
  await signOut(user);
  expect(await finish()).toEqual({ status: 401, code: "unauthenticated" });
});

test.each(verbs)("%s works when nothing ends", async (_, prepare) => {
  const user = await createOwner();
  const finish = await beginCall(service, user, await prepare(user));
  expect(await finish()).toMatchObject({ code: null });
});

test.each([
  ["a reset", reset],
  ["disabling the user", disable],
] as const)("%s leaves a thief without passkey, app, key and invitation", async (_, end) => {
  const user = await createOwner();
  const finishing = [];
  for (const prepare of [app, passkey, key, invitation])
    finishing.push(await beginCall(service, user, await prepare(user)));
  await end(user);
  for (const finish of finishing)
    expect(await finish()).toEqual({ status: 401, code: "unauthenticated" });
  const { db } = service.services;
  const by = { created_by: `user:${user.id}` };
  const where = { user_id: user.id };
  expect(
    await Promise.all([
      db.passkey.count({ where }),
      db.second_factor.count({ where }),
      db.recovery_code.count({ where }),
      db.api_key.count({ where: by }),
      db.invitation.count({ where: by }),
    ]),
  ).toEqual([0, 0, 0, 0, 0]);
});

test("a link to another address, made by a request before it, does not work for a session that ended", async () => {
  const user = await createOwner();
  const token = newToken("tmkec_");
  const finish = await beginCall(service, user, ["POST", `${EMAIL}:confirm`, { token }]);
  await signOut(user);
  const email = `${newId("user")}@example.com`;
  const hash = new Uint8Array(hashToken(token));
  await service.services.db.email_change.create({
    data: { user_id: user.id, hash, email, expires_at: soon() },
  });
  expect(await finish()).toEqual({ status: 401, code: "unauthenticated" });
});
