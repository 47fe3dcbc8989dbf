import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import type { Services } from "@/lib/services";
import { endListeners } from "@/lib/webhooks/end-listeners";
import { grant, skipWaits } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { createListener, createListenerSender } from "@/testing/listener";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
/** Those of a delivering process whose attempts end after a second. */
let hasty: Services;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  hasty = { ...service.services, sender: createListenerSender(service.services, 1_000) };
});
afterAll(async () => {
  await hasty.sender.close();
  await service.close();
});

type Listener = Awaited<ReturnType<typeof createListener>>;

const query = async (text: string, values: unknown[]) =>
  (await service.services.pool.query(text, values)).rows;
const deliver = async ({ id }: Listener, services = service.services) => {
  await skipWaits({ service }, id);
  await drain(services, id);
};
const age = ({ id }: Listener, ms: number) =>
  query(
    "UPDATE listener SET seen_at = clock_timestamp() - milliseconds($2) WHERE webhook_id = $1",
    [id, ms],
  );

test("spec 4.61, 7.39: a stream carries what would be sent, and the response decides", async () => {
  const listener = await createListener(service, tenant);
  expect(listener.url).toBe(`https://${listener.id}.listener.tidemark.invalid/`);
  expect(await listener.read()).toMatchObject({ description: "ada-laptop", state: "active" });
  const stream = await listener.open();
  expect(await stream.the("webhook")).toMatchObject({ id: listener.id });
  const first = deliver(listener);
  const resync = await stream.the("message");
  expect(Object.keys(resync.headers)).toEqual([
    "content-type",
    "user-agent",
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
  ]);
  expect(new Webhook(listener.secret).verify(resync.body, resync.headers)).toMatchObject({
    type: "files.resync",
    data: { webhook_id: listener.id },
  });
  expect(resync.timeout_ms).toBeGreaterThan(5_000);
  expect((await listener.respond(resync.request_id, 204)).status).toBe(204);
  await first;

  await listener.put("/hello.txt");
  const attempts: { headers: Record<string, string>; body: string }[] = [];
  for (const status of [500, 302, 200]) {
    const attempt = deliver(listener);
    const message = await stream.the("message");
    attempts.push(message);
    await listener.respond(message.request_id, status);
    await attempt;
  }
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  expect(new Set(attempts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(JSON.parse(attempts[0]?.body ?? "")).toMatchObject({
    data: { events: [{ path: "/hello.txt" }] },
  });
  expect(await listener.log()).toEqual([
    "files.resync delivered 1:delivered/acknowledged",
    "files.changed delivered 1:http_500/answered 2:redirect/answered 3:delivered/acknowledged",
  ]);
  await stream.leave();
});

test("spec 7.8, 7.39: what the local program did has the codes it would have at an endpoint", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  for (const response of ["refused", "closed", "unreachable", "bad_http"]) {
    const attempt = deliver(listener);
    const { request_id } = await stream.the("message");
    await listener.respond(request_id, response);
    await attempt;
  }
  const names = ["refused", "closed", "unreachable", "bad_http"];
  expect(await listener.log()).toEqual([
    `files.resync waiting ${names.map((name, i) => `${i + 1}:connect_failed/${name}`).join(" ")}`,
  ]);
  await stream.leave();
});

test("spec 7.9, 7.39: without a stream an attempt fails at once, and a stream that opens ends the wait", async () => {
  const listener = await createListener(service, tenant);
  await deliver(listener);
  expect(await listener.read()).toMatchObject({
    last_failure: "connect_failed",
    last_failure_detail: "no_listener",
  });
  const stream = await listener.open();
  await stream.the("webhook");
  const [{ due }] = await query(
    "SELECT greatest(not_before, wake_at) < clock_timestamp() + interval '2 s' AS due FROM webhook WHERE id = $1",
    [listener.id],
  );
  expect(due).toBe(true);
  await stream.leave();
});

test("spec 7.39: a stream that ends fails the attempt in flight, and the next one gets the message", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  const attempt = deliver(listener);
  const lost = await stream.the("message");
  await stream.leave();
  await attempt;
  expect(await listener.log()).toEqual(["files.resync waiting 1:connect_failed/closed"]);
  const again = await listener.open();
  const retry = deliver(listener);
  const message = await again.the("message");
  expect([message.body, message.headers["webhook-id"]]).toEqual([
    lost.body,
    lost.headers["webhook-id"],
  ]);
  const late = await listener.respond(lost.request_id, 200);
  expect([late.status, late.body.detail.code]).toEqual([409, "listener_response_late"]);
  await listener.respond(message.request_id, 200);
  await retry;
  expect((await listener.log())[0]).toContain("2:delivered");
  await again.leave();
});

test("spec 7.39: a second stream takes over, and the attempt at the first one fails", async () => {
  const listener = await createListener(service, tenant);
  const first = await listener.open();
  const attempt = deliver(listener);
  const taken = await first.the("message");
  const second = await listener.open();
  await second.the("webhook");
  expect(await first.the("end")).toMatchObject({ code: "listener_replaced" });
  await attempt;
  expect(await listener.log()).toEqual(["files.resync waiting 1:connect_failed/closed"]);
  expect((await listener.respond(taken.request_id, 200)).status).toBe(409);
  const retry = deliver(listener);
  const { request_id } = await second.the("message");
  await listener.respond(request_id, 200);
  await retry;
  expect((await listener.read()).failing_since).toBeNull();
  await second.leave();
});

test("spec 7.7, 7.39: no response in time is a timeout, and a later one is refused", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  const attempt = deliver(listener, hasty);
  const { request_id, timeout_ms } = await stream.the("message");
  expect(timeout_ms).toBeLessThanOrEqual(1_000);
  await attempt;
  expect(await listener.log()).toEqual(["files.resync waiting 1:timeout/timeout_http"]);
  expect((await listener.respond(request_id, 200)).body.detail.code).toBe("listener_response_late");
  await stream.leave();
});

test("spec 8.2, 7.39: a response whose announcement is lost counts, and only the first one does", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  const attempt = deliver(listener);
  const { request_id } = await stream.the("message");
  // As `respond` writes it, without a word on the channel.
  await query("UPDATE listener SET response = '503' WHERE request_id = $1", [request_id]);
  expect((await listener.respond(request_id, 200)).status).toBe(409);
  await attempt;
  expect((await listener.read()).last_failure).toBe("http_503");
  await stream.leave();
});

test("spec 7.39: a stream whose process died counts as ended after seconds", async () => {
  const listener = await createListener(service, tenant);
  await query("UPDATE listener SET stream_id = 'gone' WHERE webhook_id = $1", [listener.id]);
  const attempt = deliver(listener);
  await eventually("the request", async () => {
    const rows = await query(
      "SELECT FROM listener WHERE webhook_id = $1 AND request_id IS NOT NULL",
      [listener.id],
    );
    return rows.length > 0;
  });
  await age(listener, 6_500);
  await attempt;
  expect((await listener.read()).last_failure_detail).toBe("closed");
  await deliver(listener);
  expect((await listener.read()).last_failure_detail).toBe("no_listener");
});

test("spec 7.39: a listener that was sent nothing for a month still gets messages", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  const first = deliver(listener);
  await listener.respond((await stream.the("message")).request_id, 204);
  await first;
  await query(
    "UPDATE listener SET request_until = request_until - interval '31 d' WHERE webhook_id = $1",
    [listener.id],
  );
  const again = await listener.open();
  await listener.put("/hello.txt");
  const next = deliver(listener);
  await listener.respond((await again.the("message")).request_id, 204);
  await next;
  expect((await listener.log()).at(-1)).toBe("files.changed delivered 1:delivered/acknowledged");
  await again.leave();
});

test("spec 7.39: a minute after its stream the listener is deleted, unless another one came", async () => {
  const ended = await createListener(service, tenant);
  const kept = await createListener(service, tenant, ended.fs);
  const stream = await kept.open();
  await stream.the("webhook");
  await age(ended, 61_000);
  expect(await endListeners(service.services)).not.toContain(ended.id);
  await age(ended, 63_000);
  expect(await endListeners(service.services)).toContain(ended.id);
  expect((await kept.read()).state).toBe("active");
  const [{ webhook_count: left }] = await query(
    "SELECT webhook_count FROM filesystem WHERE id = $1",
    [ended.fs.id],
  );
  expect(left).toBe(1);
  const [entry] = await query("SELECT * FROM audit_entry WHERE target_id = $1 AND action = $2", [
    ended.id,
    "webhook.deleted",
  ]);
  expect(entry).toMatchObject({
    actor_type: "system",
    actor_name: "service",
    org_id: tenant.orgId,
  });
  expect(await (await ended.open()).the("end")).toMatchObject({ code: "not_found" });
  await stream.leave();
});

test("spec 7.39: of a listener that ends and a stream that opens at once, either is first", async () => {
  const listener = await createListener(service, tenant);
  await age(listener, 63_000);
  const [deleted, stream] = await Promise.all([endListeners(service.services), listener.open()]);
  const { event } = await stream.next();
  expect(event).toBe(deleted.includes(listener.id) ? "end" : "webhook");
  await stream.leave();
});

test("spec 3.14, 7.13, 7.39: who loses access loses the stream within seconds, and the webhook is disabled", async () => {
  const fs = await createFilesystem(service, tenant);
  const other = await createKey(service.services.db, tenant.orgId, []);
  await grant({ service, tenant }, fs.base, other.keyId, "rw");
  const listener = await createListener(service, { ...tenant, key: other.key }, fs);
  const stream = await listener.open();
  await stream.the("webhook");
  await call(service, tenant.key, "DELETE", `${fs.base}/grants/${other.keyId}`);
  expect(await stream.the("end")).toMatchObject({ code: "no_grant" });
  const shown = await call(service, tenant.key, "GET", listener.route);
  expect(shown.body).toMatchObject({ state: "disabled", disabled_reason: "access_revoked" });
});

test("spec 7.33, 7.39: a paused listener is sent nothing, and goes on where it was", async () => {
  const listener = await createListener(service, tenant);
  const stream = await listener.open();
  await stream.the("webhook");
  await call(service, tenant.key, "POST", `${listener.route}:pause`);
  expect(await stream.the("webhook")).toMatchObject({ state: "paused" });
  await deliver(listener);
  expect(await listener.log()).toEqual([]);
  await call(service, tenant.key, "POST", `${listener.route}:resume`);
  const attempt = deliver(listener);
  await listener.respond((await stream.the("message")).request_id, 200);
  await attempt;
  expect(await listener.log()).toEqual(["files.resync delivered 1:delivered/acknowledged"]);
  await stream.leave();
});

test("spec 7.31, 7.39: it is one of the five, and several may listen to one filesystem", async () => {
  const { fs } = await createListener(service, tenant);
  const add = () =>
    call(service, tenant.key, "POST", `${fs.base}/listeners`, { machine: "another" });
  for (let n = 0; n < 4; n++) expect((await add()).status).toBe(201);
  expect((await add()).body.detail.code).toBe("webhook_limit_reached");
});

test("spec 7.12, 7.39: a listener may bring the secret of the last one, in the form of a secret", async () => {
  const { fs, secret } = await createListener(service, tenant);
  const create = (given: string) =>
    call(service, tenant.key, "POST", `${fs.base}/listeners`, { machine: "m", secret: given });
  expect((await create(secret)).body.secret).toBe(secret);
  for (const bad of ["", "whsec_", "whsec_AAAA", `${secret}=`, secret.slice(6)])
    expect((await create(bad)).status, bad).toBe(422);
});

const expectRefusal = (response: { status: number; body: { detail: object[] } }) => {
  expect(response.status).toBe(422);
  expect(response.body.detail).toMatchObject([{ loc: ["body", "url"], type: "url_host" }]);
};

test("spec 7.37, 7.39: only the server gives such a URL, and nothing changes it", async () => {
  const listener = await createListener(service, tenant);
  const hooks = `${listener.fs.base}/webhooks`;
  const plain = await call(service, tenant.key, "POST", hooks, { url: "https://1.1.1.1/" });
  const inbox = "https://inbox.tidemark.invalid/";
  for (const url of [listener.url, "https://listener.tidemark.invalid/", `${listener.url}x`]) {
    expectRefusal(await call(service, tenant.key, "POST", hooks, { url }));
    expectRefusal(await call(service, tenant.key, "PATCH", `${hooks}/${plain.body.id}`, { url }));
  }
  for (const url of [inbox, "https://1.1.1.1/", listener.url.replace(/wh_../, "wh_00")])
    expectRefusal(await call(service, tenant.key, "PATCH", listener.route, { url }));
  const same = { url: listener.url, path_prefix: "/a", description: "mine" };
  expect((await call(service, tenant.key, "PATCH", listener.route, same)).body).toMatchObject(same);
});

test("spec 4.61: another tenant: not_found; a read-only key: refused; another webhook is no listener", async () => {
  const listener = await createListener(service, tenant);
  const stranger = await createTenant(service);
  const readOnly = await createKey(service.services.db, tenant.orgId, []);
  await grant({ service, tenant }, listener.fs.base, readOnly.keyId, "ro");
  const body = { request_id: "fwd_01kb3x6v7cf2dsk8xkqz4n5w9a", response: 200 };
  for (const [method, path, sent] of [
    ["POST", `${listener.fs.base}/listeners`, { machine: "m" }],
    ["GET", `${listener.route}/listen`, undefined],
    ["POST", `${listener.route}/listen`, body],
  ] as const) {
    expect((await call(service, stranger.key, method, path, sent)).body.detail.code).toBe(
      "not_found",
    );
    expect((await call(service, readOnly.key, method, path, sent)).body.detail.code).toBe(
      "no_grant",
    );
  }
  const plain = await call(service, tenant.key, "POST", `${listener.fs.base}/webhooks`, {
    url: "https://1.1.1.1/",
  });
  const route = `${listener.fs.base}/webhooks/${plain.body.id}/listen`;
  const { body: refused } = await call(service, tenant.key, "GET", route);
  expect(refused).toContain('"code":"not_found"');
  expect((await call(service, tenant.key, "POST", route, body)).status).toBe(409);
});
