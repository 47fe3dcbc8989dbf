import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";
import { drain } from "@/lib/delivery/drain";
import type { LocalHost } from "@/lib/sender/route";
import type { Sender } from "@/lib/sender/send";
import { signMessage } from "@/lib/sender/sign";
import { openServices } from "@/lib/server/open-services";
import type { Services } from "@/lib/services";
import { skipWaits } from "@/testing/delivering";
import { startTestService, type TestService } from "@/testing/service";
import { call, createKey, createTenant } from "@/testing/tenant";
import { createInbox, createInboxSender, frozen, post } from "@/testing/test-inbox";

import { createTestInbox } from "./test-inbox";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let inbox: LocalHost;
let sender: Sender;
/** The service with a sender whose listener the test can reach and close. */
let services: Services;
/** Where deliveries to the inbox go; the listener unless a test takes it away. */
let route: () => ReturnType<LocalHost["open"]>;

beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  inbox = createTestInbox(service.services);
  sender = createInboxSender({ host: inbox.host, open: () => route() }, service.services.resolver);
  services = { ...service.services, sender };
});
beforeEach(() => {
  route = () => inbox.open();
});
afterAll(async () => {
  await sender.close();
  await inbox.close();
  await service.close();
});

const deliver = async (id: string) => {
  await skipWaits({ service }, id);
  await drain(services, id);
};

const stored = async (): Promise<number> => {
  const { rows } = await service.services.pool.query(
    "SELECT count(*)::int AS n FROM inbox_message",
  );
  return rows[0].n;
};

test("spec 4.56, 7.37: what happens in the filesystem arrives, verified, over the service's own sender", async () => {
  const hook = await createInbox(service, tenant);
  expect(hook.secret).toMatch(/^whsec_/);
  expect(await hook.read()).toMatchObject({
    url: TEST_INBOX_URL,
    path_prefix: "/",
    state: "active",
  });
  await deliver(hook.id);
  await hook.put("/hello.txt");
  await deliver(hook.id);

  const [changed, resync, ...others] = await hook.received();
  expect(others).toEqual([]);
  expect(resync).toMatchObject({ type: "files.resync", event_count: 0, times_received: 1 });
  expect(changed).toMatchObject({ type: "files.changed", event_count: 1, times_received: 1 });
  expect(JSON.parse(changed.body)).toMatchObject({
    type: "files.changed",
    data: { webhook_id: hook.id, cursor: changed.cursor, events: [{ path: "/hello.txt" }] },
  });
  expect(Math.abs(Date.parse(changed.received_at) - Date.parse(changed.signed_at))).toBeLessThan(
    5_000,
  );
  expect(changed.id).toBe((await frozen(services, hook.id)).id);
  const { body: log } = await call(service, tenant.key, "GET", `${hook.route}/deliveries`);
  expect(log.map(({ status }: { status: string }) => status)).toEqual(["delivered", "delivered"]);
});

test("spec 7.9, 7.37: while the listener is down the message waits, and arrives with the next retry", async () => {
  const hook = await createInbox(service, tenant);
  const { port, secureContext } = await inbox.open();
  await inbox.close();
  route = () => Promise.resolve({ port, secureContext });
  await deliver(hook.id);
  expect(await hook.read()).toMatchObject({ last_failure: "connect_failed" });
  expect(await hook.received()).toEqual([]);

  // A new listener has a new port and a new certificate.
  route = () => inbox.open();
  await deliver(hook.id);
  expect(await hook.received()).toMatchObject([{ type: "files.resync", times_received: 1 }]);
  expect(await hook.read()).toMatchObject({ failing_since: null });
});

test("spec 7.6, 7.37: a listener with another certificate gets nothing", async () => {
  const hook = await createInbox(service, tenant);
  const other = createTestInbox(service.services);
  const open = async () => ({
    ...(await other.open()),
    secureContext: (await inbox.open()).secureContext,
  });
  const another = createInboxSender({ host: inbox.host, open }, service.services.resolver);
  await drain({ ...services, sender: another }, hook.id);
  await another.close();
  await other.close();
  expect(await hook.read()).toMatchObject({ last_failure: "tls_failed" });
  expect(await hook.received()).toEqual([]);
});

test("spec 8.20, 7.37: a response of the inbox does not count as one of the network", async () => {
  const hook = await createInbox(service, tenant);
  const resolver = { resolve: async () => ({ kind: "failed" as const, cause: "SERVFAIL" }) };
  const another = createInboxSender(inbox, resolver);
  await drain({ ...services, sender: another }, hook.id);
  expect(await hook.received()).toHaveLength(1);
  const url = "https://elsewhere.test/";
  const message = { messageId: "msg_1", body: "{}", secrets: [hook.secret], clock: Date.now };
  const { outcome } = await another.send({ url, ...message });
  await another.close();
  expect(outcome).toEqual({ kind: "ours", detail: "dns_failed" });
});

test("spec 7.12, 7.37: messages verify with a rotated secret, and with the previous one for a day", async () => {
  const hook = await createInbox(service, tenant);
  await deliver(hook.id);
  const { id, body } = await frozen(services, hook.id);
  const sign = (secret: string) =>
    signMessage({
      messageId: id,
      timestamp: Math.floor(Date.now() / 1_000),
      body: Buffer.from(body),
      secrets: [secret],
    });
  const rotated = await call(service, tenant.key, "POST", `${hook.route}:rotate-secret`);
  await hook.put("/rotated");
  await deliver(hook.id);
  expect(await hook.received()).toHaveLength(2);
  expect(await post(inbox, sign(rotated.body.secret), body)).toBe(204);
  expect(await post(inbox, sign(hook.secret), body)).toBe(204);
  await service.services.pool.query(
    "UPDATE webhook_secret SET expires_at = clock_timestamp() WHERE webhook_id = $1 AND number = 1",
    [hook.id],
  );
  expect(await post(inbox, sign(hook.secret), body)).toBe(400);
  // At least once: what arrived three times is one message.
  const received: { id: string; times_received: number }[] = await hook.received();
  expect(received).toHaveLength(2);
  expect(received.find((message) => message.id === id)).toMatchObject({ times_received: 3 });
});

test("spec 7.37: a request that does not verify is refused and stored nowhere", async () => {
  const hook = await createInbox(service, tenant);
  const other = await createInbox(service, tenant);
  await deliver(hook.id);
  await deliver(other.id);
  const { id, body } = await frozen(services, hook.id);
  const now = Math.floor(Date.now() / 1_000);
  const sign = (secret: string, messageId = id, timestamp = now, signed = body) =>
    signMessage({ messageId, timestamp, body: Buffer.from(signed), secrets: [secret] });
  const before = [await stored(), await hook.received()];

  const forged: [string, Record<string, string>, string][] = [
    ["no headers", {}, body],
    ["another inbox's secret", sign(other.secret), body],
    ["an unknown secret", sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), body],
    ["another body", sign(hook.secret), `${body} `],
    ["an unknown message", sign(hook.secret, id.replace(/.$/, "0")), body],
    ["an id that is none", sign(hook.secret, "msg_x"), body],
    ["an old signature", sign(hook.secret, id, now - 400), body],
    ["a signature of the future", sign(hook.secret, id, now + 400), body],
    ["no signature", { ...sign(hook.secret), "webhook-signature": "v1," }, body],
    [
      "more than a message has",
      sign(hook.secret, id, now, "x".repeat(262_145)),
      "x".repeat(262_145),
    ],
  ];
  for (const [what, headers, sent] of forged)
    expect(await post(inbox, headers, sent), what).toBe(400);
  expect(await post(inbox, sign(hook.secret), body, "PUT")).toBe(400);
  expect([await stored(), await hook.received()]).toEqual(before);
});

test("spec 7.37: a message of an ordinary webhook is no test inbox's, even with its own secret", async () => {
  const { key, orgId } = tenant;
  const hook = await createInbox(service, { key, orgId });
  const made = await call(service, key, "POST", `${hook.fs.base}/webhooks`, {
    url: "https://1.1.1.1/",
  });
  const id = "msg_01kb3x6v7cf2dsk8xkqz4n5w9a";
  await service.services.pool.query(
    `INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
     VALUES ($1, $2, 'files.resync', 'delivered', 0, 1, 0, 2, '')`,
    [id, made.body.id],
  );
  const headers = signMessage({
    messageId: id,
    timestamp: Math.floor(Date.now() / 1_000),
    body: Buffer.from("{}"),
    secrets: [made.body.secret],
  });
  expect(await post(inbox, headers, "{}")).toBe(400);
  const { body } = await call(
    service,
    key,
    "GET",
    `${hook.fs.base}/webhooks/${made.body.id}/inbox`,
  );
  expect(body).toEqual([]);
});

test("spec 7.37: two processes deliver to their own listeners and keep one inbox", async () => {
  const hook = await createInbox(service, tenant);
  const hints = { changesCommitted: () => undefined, wakeWebhooks: () => undefined };
  const second = await openServices(service.services.settings, hints);
  await deliver(hook.id);
  await hook.put("/second");
  await skipWaits({ service }, hook.id);
  await drain(second, hook.id);
  await second.close();
  globalThis.tidemarkServices = service.services;
  expect(await hook.received()).toMatchObject([
    { type: "files.changed" },
    { type: "files.resync" },
  ]);
});

test("spec 7.31, 7.37: it is one of the five, one of a filesystem, and its messages go with it", async () => {
  const hook = await createInbox(service, tenant);
  await deliver(hook.id);
  const again = await call(service, tenant.key, "POST", `${hook.fs.base}/test-inbox`);
  expect([again.status, again.body.detail.code]).toEqual([409, "test_inbox_exists"]);
  const add = () =>
    call(service, tenant.key, "POST", `${hook.fs.base}/webhooks`, { url: "https://1.1.1.1/" });
  for (let n = 0; n < 4; n++) expect((await add()).status).toBe(201);
  expect((await add()).body.detail.code).toBe("webhook_limit_reached");

  const before = await stored();
  expect((await call(service, tenant.key, "DELETE", hook.route)).status).toBe(204);
  expect(await stored()).toBe(before - 1);
  expect((await add()).status).toBe(201);
  const full = await call(service, tenant.key, "POST", `${hook.fs.base}/test-inbox`);
  expect([full.status, full.body.detail.code]).toEqual([409, "webhook_limit_reached"]);
});

test("spec 4.56: of many created at once one exists", async () => {
  const { fs } = await createInbox(service, tenant);
  const { body } = await call(service, tenant.key, "GET", `${fs.base}/webhooks`);
  await call(service, tenant.key, "DELETE", `${fs.base}/webhooks/${body[0].id}`);
  const create = () => call(service, tenant.key, "POST", `${fs.base}/test-inbox`);
  const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test("spec 4.56: another tenant: not_found; a read-only key: refused", async () => {
  const hook = await createInbox(service, tenant);
  const stranger = await createTenant(service);
  const readOnly = await createKey(service.services.db, tenant.orgId, []);
  const grant = { api_key_id: readOnly.keyId, mode: "ro" };
  await call(service, tenant.key, "PUT", `${hook.fs.base}/grants`, grant);
  for (const [method, path] of [
    ["POST", `${hook.fs.base}/test-inbox`],
    ["GET", `${hook.route}/inbox`],
  ] as const) {
    expect((await call(service, stranger.key, method, path)).body.detail.code).toBe("not_found");
    expect((await call(service, readOnly.key, method, path)).body.detail.code).toBe("no_grant");
  }
});
