import { EventEmitter, once } from "node:events";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { createAuthority } from "@/testing/certificates";
import {
  type Endpoint,
  mostBetween,
  type Reaction,
  type Received,
  startEndpoint,
} from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { reconcile } from "./reconciler";
import { requeueStalled } from "./requeue-stalled";

const HOST = "receiver.test";
const ca = await createAuthority();
let endpoint: Endpoint;
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let respond: (request: Received) => Reaction | Promise<Reaction>;

beforeAll(async () => {
  endpoint = await startEndpoint({
    certificate: await ca.issue([HOST]),
    respond: (request) => respond(request),
  });
  service = await startTestService({
    ca: ca.ca,
    env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
  });
  tenant = await createTenant(service);
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});
beforeEach(() => {
  respond = () => ({ status: 200 });
});

const seen = (path: string) => endpoint.requests.filter((request) => request.path === path);
const bodies = (path: string) => seen(path).map((request) => JSON.parse(request.body));
const header = (request: Received | undefined, name: string) =>
  request?.headers.find(([key]) => key === name)?.[1];

let serial = 0;

/** A filesystem with a webhook whose first resync has arrived. `path` is that of its requests. */
async function setUp(path_prefix = "/") {
  const fs = await createFilesystem(service, tenant);
  const path = `/hook-${++serial}`;
  const { body, status } = await call(service, tenant.key, "POST", `${fs.base}/webhooks`, {
    url: `https://${HOST}${path}`,
    path_prefix,
  });
  expect(status).toBe(201);
  expect(await drain(service.services, body.id)).toBeNull();
  expect(bodies(path)).toHaveLength(1);
  const webhook = async () =>
    (await call(service, tenant.key, "GET", `${fs.base}/webhooks/${body.id}`)).body;
  return { ...fs, path, webhookId: body.id as string, webhook };
}

const put = (base: string, path: string, content = "x") =>
  call(
    service,
    tenant.key,
    "PUT",
    `${base}/files?parents=true&path=${encodeURIComponent(path)}`,
    content,
  );

/** Skips pacing and backoff by moving their ends into the past. */
const skipWaits = (webhookId: string) =>
  service.services.pool.query(
    "UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch' WHERE id = $1",
    [webhookId],
  );

test("the first message is a resync with exactly the specified fields", async () => {
  const { path, webhookId, id, webhook } = await setUp();
  const [message] = bodies(path);
  expect(message).toEqual({
    type: "files.resync",
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { webhook_id: webhookId, filesystem_id: id, events: [], cursor: "1" },
  });
  expect(await webhook()).toMatchObject({
    state: "active",
    cursor: "1",
    pending_changes: 0,
    last_failure: null,
  });
});

test("a process that stops begins no attempt, and leaves the rest to the next one", async () => {
  const { base, path, webhookId } = await setUp();
  await put(base, "/a");
  await fanOutPending(service.services);
  await skipWaits(webhookId);
  const { sender } = service.services;
  const stopping = { ...service.services, sender: { ...sender, isRetired: () => true } };
  expect(await drain(stopping, webhookId)).toBeGreaterThan(0);
  expect(bodies(path)).toHaveLength(1);
  expect(await drain(service.services, webhookId)).toBeNull();
  expect(bodies(path)).toHaveLength(2);
});

test("a change below the prefix wakes the webhook and arrives with what exists at the path", async () => {
  const { base, path, webhookId } = await setUp("/in");
  await put(base, "/in/a.txt", "hello");
  expect(service.woken).toContain(webhookId);
  expect(await drain(service.services, webhookId)).toBeNull();
  const message = bodies(path)[1];
  const feed = await call(service, tenant.key, "GET", `${base}/changes?cursor=1&path_prefix=/in`);
  expect(message.data.events).toEqual(
    feed.body.events.map(({ type, path: at, file }: Record<string, unknown>) => ({
      type,
      path: at,
      file,
    })),
  );
  expect(
    message.data.events.map((event: { type: string; path: string }) => [event.type, event.path]),
  ).toEqual([
    ["created", "/in"],
    ["created", "/in/a.txt"],
  ]);
  expect(message.data.events[1].file).toEqual({
    path: "/in/a.txt",
    type: "file",
    size: 5,
    etag: '"2cf24dba5fb0a30e26e83b2ac5b9e29e"',
    modified_at: expect.any(String),
  });
});

test("changes outside the prefix send nothing and do not wake the webhook", async () => {
  const { base, path, webhookId, webhook } = await setUp("/in");
  await put(base, "/in-old/a.txt");
  expect(await fanOutPending(service.services)).not.toContain(webhookId);
  expect(await drain(service.services, webhookId)).toBeNull();
  expect(seen(path)).toHaveLength(1);
  expect(await webhook()).toMatchObject({ pending_changes: 0 });
});

test("a failed message is retried with the same id and bytes and a new signature", async () => {
  const { base, path, webhookId, webhook } = await setUp();
  respond = () => ({ status: 500, body: "<secret response>" });
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  const wait = await drain(service.services, webhookId);
  expect(wait).toBeGreaterThanOrEqual(4_500);
  expect(wait).toBeLessThanOrEqual(5_000);
  expect(await webhook()).toMatchObject({
    last_failure: "http_500",
    failing_since: expect.any(String),
    next_attempt_at: expect.any(String),
    pending_changes: 1,
  });
  respond = () => ({ status: 204 });
  await put(base, "/b.txt");
  await fanOutPending(service.services);
  await skipWaits(webhookId);
  await drain(service.services, webhookId);
  const [, first, again, next] = seen(path);
  expect(again?.body).toBe(first?.body);
  expect(header(again, "webhook-id")).toBe(header(first, "webhook-id"));
  expect(header(next, "webhook-id")).not.toBe(header(first, "webhook-id"));
  expect(bodies(path)[3].data.events).toHaveLength(1);
  expect(await webhook()).toMatchObject({
    last_failure: "http_500",
    failing_since: null,
    pending_changes: 0,
  });
});

test("the wait doubles from failure to failure", async () => {
  const { base, webhookId } = await setUp();
  respond = () => ({ status: 503, headers: { "retry-after": "1" } });
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  for (const [random, wait] of [
    [1, 5_000],
    [0, 9_000],
    [1, 20_000],
  ] as const) {
    expect(await drain(service.services, webhookId, () => random)).toBe(wait);
    await skipWaits(webhookId);
  }
});

test("of many concurrent runs one sends, and starts are a second apart", async () => {
  const { base, path, webhookId } = await setUp();
  respond = () => ({ status: 200, afterMs: 50 });
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  const run = drain(service.services, webhookId);
  const others = Promise.all(Array.from({ length: 8 }, () => drain(service.services, webhookId)));
  await eventually("the first message", () => seen(path).length === 2);
  await put(base, "/b.txt");
  await Promise.all([run, others]);
  await eventually("the second message", async () => {
    // A fan-out during a record wakes nothing, so it is repeated, as the reconciler does.
    await fanOutPending(service.services);
    await drain(service.services, webhookId);
    return seen(path).length === 3;
  });
  const all = seen(path);
  for (const [i, request] of all.entries())
    if (i > 0) expect(mostBetween(all[i - 1], request)).toBeGreaterThanOrEqual(1_000);
  expect(endpoint.mostInFlight()).toBe(1);
});

test("behind the kept history the next message is a resync with a greater cursor", async () => {
  const { base, path, webhookId, id } = await setUp();
  respond = () => ({ status: 500 });
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  await drain(service.services, webhookId);
  await put(base, "/b.txt");
  await put(base, "/c.txt");
  await fanOutPending(service.services);
  await service.services.pool.query("SELECT changes_prune($1, interval '1 hour', 0, 5000)", [id]);
  respond = () => ({ status: 200 });
  await skipWaits(webhookId);
  await drain(service.services, webhookId);
  const sent = bodies(path);
  expect(sent.map((message) => message.type)).toEqual([
    "files.resync",
    "files.changed",
    "files.changed",
    "files.resync",
  ]);
  expect(sent.map((message) => Number(message.data.cursor))).toEqual([1, 2, 2, 5]);
});

test("a barrier that touches the prefix becomes a resync, others are skipped", async () => {
  const inside = await setUp("/in");
  const outside = await setUp("/in");
  for (const [{ id }, path] of [
    [inside, "/in/deep"],
    [outside, "/elsewhere"],
  ] as const) {
    await service.services.pool.query(
      `WITH f AS (UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = $1 RETURNING head)
       INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, head, 'barrier', $2 FROM f`,
      [id, path],
    );
  }
  await fanOutPending(service.services);
  await drain(service.services, inside.webhookId);
  await drain(service.services, outside.webhookId);
  expect(bodies(inside.path).map((message) => message.type)).toEqual([
    "files.resync",
    "files.resync",
  ]);
  expect(seen(outside.path)).toHaveLength(1);
});

test("the reconciler recovers a lost hint", async () => {
  const { base, webhookId } = await setUp();
  await put(base, "/a.txt");
  service.woken.length = 0;
  await eventually("the wake-up", async () => {
    await reconcile(service.services);
    return service.woken.includes(webhookId);
  });
});

test("a lost wake-up is repeated after its timeout", async () => {
  const { base, webhookId } = await setUp();
  await put(base, "/a.txt");
  await eventually("the first wake-up", async () => {
    await reconcile(service.services);
    return service.woken.includes(webhookId);
  });
  service.woken.length = 0;
  await reconcile(service.services);
  expect(service.woken).not.toContain(webhookId);
  await service.services.pool.query(
    "UPDATE webhook SET wake_at = clock_timestamp() - interval '1 s' WHERE id = $1",
    [webhookId],
  );
  await reconcile(service.services);
  expect(service.woken).toContain(webhookId);
});

test("wake-ups lost while the engine was down are repeated when it is back", async () => {
  const { base, webhookId } = await setUp();
  await put(base, "/a.txt");
  await skipWaits(webhookId);
  await fanOutPending(service.services);
  const later =
    "UPDATE webhook SET wakeup_attempts = 5, wake_at = clock_timestamp() + interval '1 min' WHERE id = $1";
  await service.services.pool.query(later, [webhookId]);
  await requeueStalled(service.services);
  service.woken.length = 0;
  await reconcile(service.services);
  expect(service.woken).toContain(webhookId);
});

test("a run that dies in flight leaves the message to the next one, same bytes", async () => {
  const { base, path, webhookId } = await setUp();
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  await skipWaits(webhookId);
  const { rows } = await service.services.pool.query(
    `SELECT s.token FROM webhook w,
       webhook_start(w.id, w.rev, 'msg_dead', 2, '{"data":{"cursor":"2"}}', 1, interval '20 s') s
     WHERE w.id = $1`,
    [webhookId],
  );
  expect(rows[0].token).not.toBeNull();
  expect(await drain(service.services, webhookId)).toBeNull();
  expect(seen(path)).toHaveLength(1);
  await service.services.pool.query(
    "UPDATE webhook SET lease_until = clock_timestamp() - interval '1 ms' WHERE id = $1",
    [webhookId],
  );
  await drain(service.services, webhookId);
  expect(seen(path)[1]?.body).toBe('{"data":{"cursor":"2"}}');
  expect(header(seen(path)[1], "webhook-id")).toBe("msg_dead");
});

test("an attempt that ends after its lease was taken over changes nothing", async () => {
  const { base, path, webhookId, webhook } = await setUp();
  await skipWaits(webhookId);
  const gate = new EventEmitter();
  const held = once(gate, "open");
  respond = async () => {
    await held;
    return { status: 500 };
  };
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  const late = drain(service.services, webhookId);
  await eventually("the request", () => seen(path).length === 2);
  await service.services.pool.query("UPDATE webhook SET rev = rev + 1 WHERE id = $1", [webhookId]);
  gate.emit("open");
  expect(await late).toBeNull();
  expect(await webhook()).toMatchObject({ last_failure: null, failing_since: null });
});

test("24 hours of failures disable the webhook, and nothing starts afterwards", async () => {
  const { base, path, webhookId, webhook } = await setUp();
  respond = () => ({ status: 500 });
  await put(base, "/a.txt");
  await fanOutPending(service.services);
  await drain(service.services, webhookId);
  await service.services.pool.query(
    `UPDATE webhook SET failing_since = failing_since - interval '24 h', disable_at = clock_timestamp(),
       wake_at = clock_timestamp() WHERE id = $1`,
    [webhookId],
  );
  await reconcile(service.services);
  expect(await webhook()).toMatchObject({
    state: "disabled",
    disabled_reason: "failing",
    next_attempt_at: null,
  });
  const before = seen(path).length;
  await skipWaits(webhookId);
  expect(await drain(service.services, webhookId)).toBeNull();
  expect(seen(path)).toHaveLength(before);
});

test("revoking the creator's key ends its webhooks in the same transaction", async () => {
  const other = await createTenant(service);
  const fs = await createFilesystem(service, other);
  const path = `/hook-${++serial}`;
  const { body } = await call(service, other.key, "POST", `${fs.base}/webhooks`, {
    url: `https://${HOST}${path}`,
  });
  await revokeApiKey(service.services.db, "shell", { id: other.keyId, orgId: null });
  expect(await drain(service.services, body.id)).toBeNull();
  expect(seen(path)).toHaveLength(0);
  const row = await service.services.db.webhook.findUnique({ where: { id: body.id } });
  expect(row).toMatchObject({ state: "disabled", disabled_reason: "access_revoked" });
});

test("a burst is batched: at most 100 events a message, in order, nothing twice", async () => {
  const { base, path, webhookId } = await setUp();
  await Promise.all(Array.from({ length: 230 }, (_, i) => put(base, `/f${i}`)));
  await fanOutPending(service.services);
  await drain(service.services, webhookId);
  const sent = bodies(path).slice(1);
  expect(sent.map((message) => message.data.events.length)).toEqual([100, 100, 30]);
  expect(
    new Set(
      sent.flatMap((message) => message.data.events.map((event: { path: string }) => event.path)),
    ).size,
  ).toBe(230);
});
