import { afterAll, beforeAll, expect, test } from "vitest";

import { unseal } from "@/lib/seal";
import { secretContext } from "@/lib/webhooks/secret";
import { openBrowser } from "@/testing/browser";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, PASSWORD } from "@/testing/user";

import { readGiven } from "./command";
import { COMMANDS } from "./commands";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9" },
  });
});
afterAll(() => service.close());

function run(name: string, ...args: string[]) {
  const command = COMMANDS[name]!;
  const { db, settings } = service.services;
  return command.run(db, readGiven(command, args), settings);
}

const enter = async (email: string) => {
  const fields = { email, password: PASSWORD };
  const response = await openBrowser(service).post("/api/auth/callback/credentials", fields);
  return response.status;
};

/** An organisation with a member, a key, a webhook of each, and a mount. */
async function setUp() {
  const tenant = await createTenant(service);
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "owner");
  const { id: fsId, base } = await createFilesystem(service, tenant);
  const hook = { url: "https://hooks.test/a" };
  const webhooks = [
    (await callAs(service, user, "POST", `${base}/webhooks`, hook)).body.id,
    (await call(service, tenant.key, "POST", `${base}/webhooks`, hook)).body.id,
  ];
  const ask = { filesystem_id: fsId, mode: "rw" };
  const { ticket } = (await callAs(service, user, "POST", "/api/v1/mount-sessions", ask)).body;
  const exchange = "/api/v1/mount-sessions:exchange";
  const { password } = (await call(service, null, "POST", exchange, { ticket })).body;
  const states = async () => {
    const rows = await service.services.db.webhook.findMany({ where: { id: { in: webhooks } } });
    return webhooks.map((id) => rows.find((row) => row.id === id)?.state);
  };
  const reached = async () => [
    (await callAs(service, user, "GET", base)).status,
    (await call(service, tenant.key, "GET", base)).status,
    (await call(service, password, "GET", `${base}/entries?path=/`)).status,
  ];
  return { ...tenant, user, base, webhooks, states, reached };
}

test("a disabled user is out at once and cannot come back, until they are enabled", async () => {
  const { orgId, user, reached, states } = await setUp();
  expect(await reached()).toEqual([200, 200, 200]);
  const { body: invitation } = await callAs(
    service,
    user,
    "POST",
    `/api/v1/orgs/${orgId}/invitations`,
    {
      email: "accomplice@example.com",
      role: "member",
    },
  );
  await run("disable-user", "--email", user.email.toUpperCase());
  expect(await reached()).toEqual([401, 200, 401]);
  expect(await states()).toEqual(["disabled", "active"]);
  const { rows } = await service.services.pool.query(
    "SELECT voided_at IS NOT NULL AS void FROM invitation WHERE id = $1",
    [invitation.id],
  );
  expect(rows).toEqual([{ void: true }]);
  expect(await enter(user.email)).toBe(403);
  await run("enable-user", "--email", user.email);
  expect(await enter(user.email)).toBe(200);
});

test("a disabled organisation is out of reach for all, loses nothing, and comes back", async () => {
  const { orgId, key, user, base, webhooks, reached, states } = await setUp();
  await call(service, key, "PUT", `${base}/files?path=/a`, "text");
  await run("disable-org", orgId);
  expect(await reached()).toEqual([403, 403, 401]);
  const refused = await callAs(service, user, "POST", `${base}/webhooks`, {
    url: "https://hooks.test/b",
  });
  expect(refused.body.detail.code).toBe("organisation_disabled");
  expect(await states()).toEqual(["disabled", "disabled"]);
  await expect(run("disable-org", orgId)).rejects.toThrow("already disabled");
  await run("enable-org", orgId);
  expect((await reached()).slice(0, 2)).toEqual([200, 200]);
  expect((await call(service, key, "GET", `${base}/files?path=/a`)).status).toBe(200);
  // As for any creator who lost access (spec 7.13).
  const { body } = await call(service, key, "POST", `${base}/webhooks/${webhooks[1]}:enable`);
  expect(body.detail.code).toBe("webhook_access_revoked");
});

test("a webhook that is created while its organisation is disabled does not outlive it", async () => {
  const { orgId, user, base } = await setUp();
  const url = "https://hooks.test/race";
  const [, made] = await Promise.all([
    run("disable-org", orgId),
    callAs(service, user, "POST", `${base}/webhooks`, { url }),
  ]);
  const left = await service.services.db.webhook.count({ where: { url, state: "active" } });
  expect([made.status, left]).toEqual([made.status, 0]);
});

test("sessions end, the support role comes and goes, and users and organisations are listed", async () => {
  const { orgId, user, reached } = await setUp();
  await run("end-sessions", "--email", user.email);
  expect((await reached())[0]).toBe(401);
  await run("add-support", "--email", user.email);
  expect(await run("list-users", "--search", user.email)).toMatchObject({
    users: [{ id: user.id, support: true, disabled: false, organisations: [`${orgId} owner`] }],
  });
  await run("remove-support", "--email", user.email);
  await run("disable-org", orgId);
  expect(await run("list-users", "--search", user.email)).toMatchObject({
    users: [{ support: false, sessions: 0 }],
  });
  expect(await run("list-orgs")).toMatchObject({
    organisations: expect.arrayContaining([expect.objectContaining({ id: orgId, disabled: true })]),
  });
  await expect(run("disable-user", "--email", "x@example.com")).rejects.toThrow("no user");
});

test("secrets are encrypted again under the first key, so that the old one can go", async () => {
  const { webhooks } = await setUp();
  const { db, keys, settings } = service.services;
  const renewed = new Map([["new", Buffer.alloc(32, 7)], ...keys]);
  const read = () => db.webhook_secret.findFirstOrThrow({ where: { webhook_id: webhooks[0] } });
  const before = await read();
  const secret = unseal(keys, before.sealed, secretContext(webhooks[0]));
  const command = COMMANDS["reseal-secrets"]!;
  const given = { options: {}, id: undefined };
  const result = await command.run(db, given, { ...settings, encryptionKeys: renewed });
  expect(result["resealed"]).toBe(await db.webhook_secret.count());
  const { sealed } = await read();
  expect(unseal(new Map([["new", Buffer.alloc(32, 7)]]), sealed, secretContext(webhooks[0]))).toBe(
    secret,
  );
  const again = await command.run(db, given, { ...settings, encryptionKeys: renewed });
  expect(again["resealed"]).toBe(0);
});

test("a user is created without a password, which the printed link sets", async () => {
  const made = await run("create-user", "--email", "Linked@example.com");
  const url = new URL(String(made["set_password_url"]));
  const body = { token: url.hash.slice(1), password: PASSWORD };
  expect(
    (await call(service, null, "POST", "/api/v1/auth/password-reset:confirm", body)).status,
  ).toBe(200);
  expect(await enter("linked@example.com")).toBe(200);
});
