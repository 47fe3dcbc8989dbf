import { afterAll, beforeAll, expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";
import { startTestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { reconcile } from "./reconciler";
import { sendNotices } from "./send-notices";

let mail: MailServer;
let all: Delivering;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  mail = await startMailServer();
  all = await startDelivering((options) =>
    startTestService({ ...options, env: { ...options.env, SMTP_URL: mail.url } }),
  );
  admin = await createTestUser(all.service);
  member = await createTestUser(all.service);
  await join(all.service, all.tenant.orgId, admin.id, "admin");
  await join(all.service, all.tenant.orgId, member.id, "member");
});
afterAll(async () => {
  await all.close();
  await mail.close();
});

const SECRET_PATH = "/salaries-of-2026.txt";
const send = () => sendNotices(all.service.services);
const set = (id: string, what: string) =>
  all.service.services.pool.query(`UPDATE webhook SET ${what} WHERE id = $1`, [id]);
/** The news that are kept of a webhook, oldest first. */
const keptOf = async (id: string) => {
  const where = { webhook_id: id };
  const { db } = all.service.services;
  return (await db.notice.findMany({ where, orderBy: { id: "asc" } })).map(({ news }) => news);
};
const choose = (user: TestUser, alerts: string[] | null) => {
  const route = `/api/v1/orgs/${all.tenant.orgId}/members/${user.id}/alerts`;
  return callAs(all.service, user, "PUT", route, { alerts });
};
const emailWith = (text: string) =>
  eventually(`an e-mail with "${text}"`, () => {
    const found = mail.emailTo(admin.email);
    return found?.includes(text) === true ? found : null;
  });

/** A webhook whose endpoint responded to a change with 500. */
async function createFailing() {
  const hook = await createHook(all);
  all.respond = () => ({ status: 200 });
  await drain(all.service.services, hook.id);
  await hook.put(SECRET_PATH);
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  all.respond = () => ({ status: 500, body: "what the endpoint said" });
  await drain(all.service.services, hook.id);
  return hook;
}

test("an organisation is notified once of each: failing for an hour, disabled within an hour, disabled, recovered", async () => {
  const hook = await createFailing();
  expect(await send()).toBe(0);
  await set(hook.id, "failing_since = failing_since - interval '1 h'");
  expect([await send(), await send()]).toEqual([1, 0]);
  const first = await emailWith("has been failing for an hour");
  expect(first).toContain("receiver.test");
  expect(first).toContain("http_500");

  await set(hook.id, "disable_at = clock_timestamp() + interval '59 min'");
  expect([await send(), await send()]).toEqual([1, 0]);
  await emailWith("will be disabled within an hour");

  await set(hook.id, "disable_at = clock_timestamp(), wake_at = clock_timestamp()");
  await reconcile(all.service.services);
  expect([await send(), await send()]).toEqual([1, 0]);
  await emailWith("was disabled after 24 hours");

  expect((await call(all.service, all.tenant.key, "POST", `${hook.route}:enable`)).status).toBe(
    200,
  );
  expect(await send()).toBe(0);
  all.respond = () => ({ status: 200 });
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  expect([await send(), await send()]).toEqual([1, 0]);
  const last = await emailWith("is healthy again");
  expect(await keptOf(hook.id)).toEqual(["failing", "ending", "disabled", "recovered"]);
  expect(last).toContain(hook.id);
  expect(last).toContain("/settings/notifications");

  const kept = await callAs(all.service, admin, "GET", `/api/v1/orgs/${all.tenant.orgId}/notices`);
  expect(kept.body[3]).toMatchObject({
    topic: "webhooks",
    news: "failing",
    webhook_id: hook.id,
    detail: { host: "receiver.test", last_failure: "http_500", disabled_reason: null },
  });
  for (const each of [first, last, JSON.stringify(kept.body)]) {
    expect(each).not.toContain(hook.path);
    expect(each).not.toContain("salaries");
    expect(each).not.toContain("what the endpoint said");
  }
  expect(mail.emailTo(member.email)).toBeNull();
});

test("spec 7.33: no notice about failures is sent while it is paused", async () => {
  const hook = await createFailing();
  expect((await call(all.service, all.tenant.key, "POST", `${hook.route}:pause`)).status).toBe(200);
  await set(hook.id, "failing_since = failing_since - interval '23 h 30 min'");
  await set(hook.id, "disable_at = disable_at - interval '23 h 30 min'");
  expect(await send()).toBe(0);
  await call(all.service, all.tenant.key, "POST", `${hook.route}:resume`);
  expect([await send(), await send()]).toEqual([1, 0]);
});

test("neither a failure of less than an hour nor its end sends a notice", async () => {
  const hook = await createFailing();
  await set(hook.id, "failing_since = failing_since - interval '59 min'");
  expect(await send()).toBe(0);
  all.respond = () => ({ status: 200 });
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  expect(await send()).toBe(0);
});

test("a member who chose it is e-mailed too, and an admin who chose not to is not", async () => {
  await choose(member, ["webhooks"]);
  await choose(admin, []);
  const before = mail.emailTo(admin.email);
  const hook = await createFailing();
  await set(hook.id, "failing_since = failing_since - interval '1 h'");
  expect(await send()).toBe(1);
  await eventually("the e-mail", () => mail.emailTo(member.email, "notification settings"));
  expect(mail.emailTo(admin.email)).toBe(before);
  await choose(admin, null);
});

test("a notice is sent when access was revoked, with the reason", async () => {
  const hook = await createHook(all);
  const { db } = all.service.services;
  await revokeApiKey(db, "shell", { id: hook.creator.keyId, orgId: null });
  expect(await send()).toBe(1);
  await emailWith("no longer has access to the filesystem");
});

test("an end that our own fault postpones is announced once", async () => {
  const hook = await createFailing();
  await set(
    hook.id,
    "failing_since = failing_since - interval '23 h 30 min', disable_at = clock_timestamp() + interval '30 min'",
  );
  expect(await send()).toBe(1);
  await set(hook.id, "disable_at = disable_at + interval '2 h'");
  expect(await send()).toBe(0);
  await set(hook.id, "disable_at = disable_at - interval '2 h'");
  expect(await send()).toBe(0);
});

test("of two processes one sends the notice", async () => {
  const hooks = [await createFailing(), await createFailing(), await createFailing()];
  for (const { id } of hooks) await set(id, "failing_since = failing_since - interval '1 h'");
  const sent = await Promise.all([send(), send(), send(), send()]);
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(hooks.length);
  for (const { id } of hooks) expect(await keptOf(id)).toEqual(["failing"]);
});
