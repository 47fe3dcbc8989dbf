import { createServer } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createMailer } from "@/lib/mail/mailer";
import { listen } from "@/testing/listen";
import { startMailServer } from "@/testing/mail-server";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { sendExpiryWarnings } from "./send-expiry-warnings";

let service: MailingService;
let owner: TestUser;
let admin: TestUser;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let keys: string;
beforeAll(async () => {
  service = await startMailingService({ WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" });
  tenant = await createTenant(service);
  // The tenant's own owner reads no e-mail here.
  await service.services.db.member.deleteMany({ where: { org_id: tenant.orgId } });
  [owner, admin] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, admin.id, "admin");
  keys = `/api/v1/orgs/${tenant.orgId}/api-keys`;
});
afterAll(() => service.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const send = () => sendExpiryWarnings(service.services);
const textOf = (email: string | null) =>
  (email ?? "").replace(/=\r?\n/g, "").replaceAll("=E2=80=9C", "“");

async function makeKey(days: number, name = "ci"): Promise<{ id: string; key: string }> {
  const body = { name, expires_at: inDays(days) };
  return (await callAs(service, owner, "POST", keys, body)).body;
}

/** Lets time pass for a key. */
const pass = (id: string, days: number) =>
  service.services.pool.query(
    `UPDATE api_key SET expires_at = expires_at - $2::interval, created_at = created_at - $2::interval,
       expiry_warned_at = expiry_warned_at - $2::interval, expiry_claimed_at = expiry_claimed_at - $2::interval
     WHERE id = $1`,
    [id, `${days * 24} h`],
  );

// What other e-mails do not say, as that about a new key.
const WARNING = "Requests with it then fail";

/** Which warnings of a key are kept. */
async function keptOf(id: string) {
  const kept = await service.services.db.notice.findMany({ where: { api_key_id: id } });
  return kept.map(({ detail }) => Object(detail).days);
}

/** How many warnings were sent by this. */
async function countOf(run: () => Promise<unknown>): Promise<number> {
  const before = service.mail.attempts(WARNING);
  await run();
  return service.mail.attempts(WARNING) - before;
}

test("spec 3.28: owners are warned 14, 3 and 1 days before, once each, with what ends", async () => {
  const { id, key } = await makeKey(90, "nightly");
  const { id: fs, base } = await createFilesystem(service, tenant);
  await callAs(service, owner, "PUT", `${base}/grants`, { api_key_id: id, mode: "rw" });
  const hook = await call(service, key, "POST", `${base}/webhooks`, { url: "https://gone.test/p" });
  const session = { filesystem_id: fs, mode: "ro" };
  const mount = (await call(service, key, "POST", "/api/v1/mount-sessions", session)).body;
  expect(await send()).toBe(0);
  const seen: number[] = [];
  for (const [days, left] of [
    [75.9, "in 15 days"],
    [0.2, "in 14 days"],
    [10.8, "in 4 days"],
    [0.2, "in 3 days"],
    [1.95, "within a day"],
  ] as const) {
    await pass(id, days);
    seen.push(await countOf(() => Promise.all([send(), send()])), await countOf(send));
    const email = textOf(service.mail.emailTo(owner.email, WARNING));
    if (seen.at(-2) === 1) expect(email).toContain(`expires ${left}, on `);
    else expect(email).not.toContain(left);
  }
  expect(seen).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 1, 0]);
  const email = textOf(service.mail.emailTo(owner.email, WARNING));
  expect(email).toContain("nightly");
  expect(email).toContain("gone.test on test");
  expect(email).not.toContain("gone.test/p");
  expect(email).toContain("test (ro)");
  expect(email).toContain(`/o/${tenant.orgId}/keys`);
  expect(service.mail.emailTo(admin.email)).toBeNull();
  const uses = await callAs(service, admin, "GET", `${keys}/${id}/uses`);
  const location = { filesystem_id: fs, filesystem_name: "test" };
  expect(uses.body).toEqual({
    webhooks: [{ id: hook.body.id, host: "gone.test", ...location }],
    webhook_count: 1,
    mounts: [{ id: mount.id, mode: "ro", machine: null, ...location }],
    mount_count: 1,
  });
  await pass(id, 1);
  expect(await send()).toBe(0);
});

test("what was revoked or has ended is not listed, nor what another key made", async () => {
  const [one, other] = [await makeKey(90), await makeKey(90)];
  const { id: fs, base } = await createFilesystem(service, tenant);
  for (const { id, key } of [one, other]) {
    await callAs(service, owner, "PUT", `${base}/grants`, { api_key_id: id, mode: "rw" });
    const session = { filesystem_id: fs, mode: "ro" };
    const { body } = await call(service, key, "POST", "/api/v1/mount-sessions", session);
    if (key === one.key) await call(service, key, "DELETE", `/api/v1/mount-sessions/${body.id}`);
  }
  const none = { webhooks: [], webhook_count: 0, mounts: [], mount_count: 0 };
  expect((await callAs(service, owner, "GET", `${keys}/${one.id}/uses`)).body).toEqual(none);
  const stranger = await createTenant(service);
  for (const id of [stranger.keyId, "key_x"])
    expect((await callAs(service, owner, "GET", `${keys}/${id}/uses`)).status).toBe(404);
});

test("many workers send each warning once", async () => {
  const made = await Promise.all(Array.from({ length: 30 }, (_, i) => makeKey(20, `many-${i}`)));
  for (const { id } of made) await pass(id, 7);
  const sent = await countOf(async () => {
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 6 }, send));
  });
  expect(sent).toBe(30);
  for (const { id } of made) expect(await keptOf(id)).toEqual([14]);
});

test("a process that dies before it sends, or a mail server that fails, leaves the warning to another", async () => {
  const { id } = await makeKey(20, "crashed");
  await pass(id, 7);
  await service.services.pool.query("SELECT key_warnings_claim(20)");
  expect(await send()).toBe(0);
  const later = () =>
    service.services.pool.query(
      "UPDATE api_key SET expiry_claimed_at = expiry_claimed_at - interval '16 min' WHERE id = $1",
      [id],
    );
  await later();
  const busy = await startMailServer({ refuse: () => ({ responseCode: 451 }) });
  const settings = { mail: { ...service.services.settings.mail, url: busy.url } };
  const failing = createMailer(settings, [1]);
  expect(await sendExpiryWarnings({ ...service.services, mail: failing })).toBe(0);
  expect(busy.attempts()).toBe(2);
  await failing.close();
  await busy.close();
  // It is seen in the console although no e-mail could be sent.
  expect(await keptOf(id)).toEqual([14]);
  expect(await send()).toBe(0);
  await later();
  expect(await countOf(send)).toBe(1);
  // The same in every process.
  expect(service.mail.emailTo(owner.email, WARNING)).toContain(`<${id}.`);
  await later();
  expect(await send()).toBe(0);
  expect(await keptOf(id)).toEqual([14]);
});

test("a mail server that lets the service send nothing has no warning", async () => {
  const { id } = await makeKey(20, "refused");
  await pass(id, 7);
  const closed = createServer((socket) => void socket.end("554 no service here\r\n"));
  const url = `smtp://127.0.0.1:${await listen(closed)}`;
  const settings = { mail: { ...service.services.settings.mail, url } };
  const mailer = createMailer(settings, [1]);
  expect(await sendExpiryWarnings({ ...service.services, mail: mailer })).toBe(0);
  await mailer.close();
  closed.close();
  await service.services.pool.query(
    "UPDATE api_key SET expiry_claimed_at = expiry_claimed_at - interval '16 min' WHERE id = $1",
    [id],
  );
  expect(await countOf(send)).toBe(1);
});

test("an owner whose address is refused does not repeat the e-mails of the others", async () => {
  const refusing = await startMailServer({
    refuse: (attempt) => (attempt === 1 ? { responseCode: 550 } : null),
  });
  const settings = { mail: { ...service.services.settings.mail, url: refusing.url } };
  const mailer = createMailer(settings, [1]);
  const { id } = await makeKey(20);
  await pass(id, 7);
  expect(await sendExpiryWarnings({ ...service.services, mail: mailer })).toBe(1);
  await mailer.close();
  await refusing.close();
  expect(await send()).toBe(0);
});

test("a postponed expiry has its own warnings, and a key is not warned of on its first day", async () => {
  const { id } = await makeKey(10);
  expect(await send()).toBe(0);
  await pass(id, 7.5);
  expect(await countOf(send)).toBe(1);
  const change = { expires_at: inDays(13), overlap_hours: 0 };
  expect((await callAs(service, owner, "POST", `${keys}/${id}:rotate`, change)).status).toBe(200);
  // The 14th day before the new expiry had passed when the warning was sent.
  expect(await send()).toBe(0);
  await pass(id, 10.5);
  expect(await countOf(send)).toBe(1);
  const more = { expires_at: inDays(90), overlap_hours: 0 };
  expect((await callAs(service, owner, "POST", `${keys}/${id}:rotate`, more)).status).toBe(200);
  expect(await send()).toBe(0);
  await pass(id, 76.5);
  expect(await countOf(send)).toBe(1);
  await service.services.pool.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [id]);
  await pass(id, 11);
  expect(await send()).toBe(0);
});
