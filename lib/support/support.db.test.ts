import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { reconcile } from "@/lib/delivery/reconciler";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { readEvents, type StreamEvent } from "@/testing/event-stream";
import { eventually } from "@/testing/eventually";
import { call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const SUPPORT = "/api/v1/support";
const FIELDS =
  "webhook_id org_id org_name host state disabled_reason last_failure failing_since disables_at next_attempt_at";

let all: Delivering;
let staff: TestUser;
beforeAll(async () => {
  all = await startDelivering();
  staff = await createTestUser(all.service, true);
});
afterAll(() => all.close());

const leaving: AbortController[] = [];
afterEach(() => {
  for (const controller of leaving.splice(0)) controller.abort();
});

const get = (route: string, user = staff) => callAs(all.service, user, "GET", SUPPORT + route);

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);

/** A webhook of its own organisation whose first message failed. */
async function createFailing(status = 500) {
  const own = { ...all, tenant: await createTenant(all.service) };
  const hook = await createHook(own, "/a-secret-prefix");
  all.respond = () => ({ status, body: "the endpoint's response" });
  await drain(all.service.services, hook.id);
  all.respond = () => ({ status: 200 });
  return { ...hook, orgId: own.tenant.orgId, key: own.tenant.key };
}

const ids = (rows: { webhook_id: string }[]) => rows.map((row) => row.webhook_id);

test("failures of all organisations, filtered, with the host only", async () => {
  const [one, two] = [await createFailing(500), await createFailing(503)];
  const healthy = await createHook(all);
  await drain(all.service.services, healthy.id);
  const { status, body } = await get("/failures?limit=1000");
  expect(status).toBe(200);
  expect(ids(body)).toEqual(expect.arrayContaining([one.id, two.id]));
  expect(ids(body)).not.toContain(healthy.id);
  const shown = body.find((row: { webhook_id: string }) => row.webhook_id === one.id);
  expect(Object.keys(shown).join(" ")).toBe(FIELDS);
  expect(shown).toMatchObject({
    org_id: one.orgId,
    org_name: "Example",
    host: "receiver.test",
    state: "active",
    disabled_reason: null,
    last_failure: "http_500",
  });
  const { body: own } = await call(all.service, one.key, "GET", one.route);
  const { disables_at, next_attempt_at } = own;
  expect(disables_at).toEqual(expect.any(String));
  expect(shown).toMatchObject({ disables_at, next_attempt_at });
  expect(JSON.stringify(body)).not.toMatch(/secret-prefix|hook-\d|https:/);
  const found = async (search: string) => ids((await get(`/failures?limit=1000&${search}`)).body);
  expect(await found("code=http_503")).toEqual([two.id]);
  expect(await found(`org_id=${one.orgId}`)).toEqual([one.id]);
  expect(await found("host=Receiver.TEST")).toEqual(expect.arrayContaining([one.id, two.id]));
  expect(await found("host=elsewhere.test")).toEqual([]);
  expect(await found("state=disabled")).toEqual([]);
  expect(await found(`since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  for (const bad of ["state=lost", "since=now", "org_id=x", "path=/a", "code=%00", "host=%00"])
    expect([bad, (await get(`/failures?${bad}`)).status]).toEqual([bad, 422]);
});

test("failures are paged by id", async () => {
  await createFailing();
  await createFailing();
  const whole = ids((await get("/failures?limit=1000&code=http_500")).body);
  const seen: string[] = [];
  for (let route = "/failures?limit=1&code=http_500"; route !== "";) {
    const { body, headers } = await get(route);
    seen.push(...ids(body));
    const next = /<(.+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    route = next === undefined ? "" : `/failures${new URL(next).search}`;
  }
  expect(whole.length).toBeGreaterThan(1);
  expect(seen).toEqual(whole);
});

test("clusters count webhooks that fail together", async () => {
  const hooks = [await createFailing(418), await createFailing(418), await createFailing(418)];
  const mixed = [await createFailing(451), await createFailing(451), await createFailing(452)];
  await query("UPDATE webhook SET host = 'mixed.test' WHERE id = ANY ($1)", [
    mixed.map(({ id }) => id),
  ]);
  await query("UPDATE webhook SET host = 'cluster.test' WHERE id = ANY ($1)", [
    hooks.map(({ id }) => id),
  ]);
  const byHost = (await get("/clusters?by=host")).body;
  expect(byHost.find((row: { host: string }) => row.host === "cluster.test")).toEqual({
    host: "cluster.test",
    code: "http_418",
    webhooks: 3,
    organisations: 3,
    disabled: 0,
    most: 3,
    failing_since: expect.any(String),
  });
  expect(byHost.find((row: { host: string }) => row.host === "mixed.test")).toMatchObject({
    code: "http_451",
    webhooks: 3,
    most: 2,
  });
  const byCode = (await get("/clusters?by=code")).body;
  expect(byCode.find((row: { code: string }) => row.code === "http_418")).toMatchObject({
    webhooks: 3,
    host: "cluster.test",
  });
  expect((await get("/clusters?by=path")).status).toBe(422);
});

test("one webhook and its log, without bodies and paths", async () => {
  const hook = await createFailing();
  expect((await get(`/webhooks/${hook.id}`)).body).toMatchObject({
    last_failure: "http_500",
    last_failure_detail: "answered",
  });
  await call(
    all.service,
    hook.key,
    "PUT",
    `${hook.fs.base}/files?parents=true&path=/a-secret-prefix/x`,
    "x",
  );
  for (let n = 0; n < 2; n++) {
    await skipWaits(all, hook.id);
    await fanOutPending(all.service.services);
    await drain(all.service.services, hook.id);
  }
  const webhook = (await get(`/webhooks/${hook.id}`)).body;
  expect(Object.keys(webhook).join(" ")).toBe(
    `${FIELDS} created_at last_success_at last_failure_at last_failure_detail pending_changes pending_since pending_message`,
  );
  expect(webhook).toMatchObject({
    pending_changes: 0,
    pending_since: null,
    pending_message: false,
  });
  const stats = (await get(`/webhooks/${hook.id}/stats?window=1h`)).body;
  expect(stats.by_code).toEqual({ http_500: 1 });
  expect(stats.buckets.at(-1)).toMatchObject({ delivered: 2, failed: 1 });
  const log = (await get(`/webhooks/${hook.id}/deliveries`)).body;
  expect(log).toMatchObject([
    { type: "files.changed", status: "delivered", attempts: [{ outcome: "delivered" }] },
    { type: "files.resync", attempts: [{ outcome: "http_500" }, { outcome: "delivered" }] },
  ]);
  const narrowed = async (by: string) => (await get(`/webhooks/${hook.id}/deliveries?${by}`)).body;
  expect(await narrowed(`after=${log[0].id}`)).toEqual([log[1]]);
  expect(await narrowed("code=http_500")).toEqual([log[1]]);
  expect(await narrowed("type=files.changed&status=delivered")).toEqual([log[0]]);
  expect(await narrowed("status=waiting")).toEqual([]);
  expect(JSON.stringify([webhook, stats, log])).not.toMatch(/secret-prefix|hook-\d|the endpoint's/);
  for (const route of ["/webhooks/wh_x", "/webhooks/wh_x/deliveries", "/webhooks/wh_x/stats"])
    expect((await get(route)).body.detail.code).toBe("not_found");
});

test("a message is found by its id, without body and paths, and only while the log has it", async () => {
  const hook = await createFailing();
  const [listed] = (await get(`/webhooks/${hook.id}/deliveries`)).body;
  const found = await get(`/deliveries/${listed.id}`);
  expect(found).toMatchObject({ status: 200, body: { id: listed.id, webhook_id: hook.id } });
  expect(Object.keys(found.body)).toEqual(Object.keys(listed));
  expect(JSON.stringify(found.body)).not.toMatch(/secret-prefix|hook-\d|the endpoint's/);
  expect((await actions(hook.orgId)).slice(1)).toEqual([entry("deliveries", hook)]);
  // Acknowledged, so that it isn't the one that waits, and old enough to be pruned.
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  await query("UPDATE delivery SET created_at = created_at - interval '8 days' WHERE id = $1", [
    listed.id,
  ]);
  for (const id of [listed.id, `${listed.id.slice(0, -4)}0000`, hook.id, "msg_x"])
    expect([id, (await get(`/deliveries/${id}`)).body.detail.code]).toEqual([id, "not_found"]);
});

test("the engine: what waits, and the last run of the reconciler", async () => {
  const hook = await createHook(all);
  // Webhooks of earlier tests must not become due meanwhile.
  await query("UPDATE webhook SET wake_at = wake_at + interval '1 h' WHERE wake_at IS NOT NULL");
  await query("UPDATE webhook SET wake_at = clock_timestamp() - interval '5 s' WHERE id = $1", [
    hook.id,
  ]);
  const before = (await get("/engine")).body;
  expect(before.webhooks_due).toBeGreaterThan(0);
  expect(Date.now() - Date.parse(before.oldest_due_at)).toBeGreaterThanOrEqual(5_000);
  expect(before.queue).toEqual({ runs: 0, oldest_due_at: null, failed_runs: 0 });
  await reconcile(all.service.services);
  const after = (await get("/engine")).body;
  expect(after.webhooks_due).toBe(0);
  expect(Date.now() - Date.parse(after.reconciler_last_run_at)).toBeLessThan(5_000);
});

/** The views of support staff in an organisation's audit log. */
const actions = async (orgId: string) => {
  const { rows } = await query(
    "SELECT action, actor_id, target_id, details FROM audit_entry WHERE org_id = $1 AND action LIKE 'support.%' ORDER BY id",
    [orgId],
  );
  return rows;
};

/** How many views of the user were recorded. */
const own = async () => {
  const { rows } = await query(
    "SELECT count(*)::int AS n FROM audit_entry WHERE org_id IS NULL AND actor_id = $1",
    [staff.id],
  );
  return rows[0].n as number;
};

const entry = (action: string, hook: { id: string; fs: { id: string } } | null) => ({
  action: `support.${action}_viewed`,
  actor_id: staff.id,
  target_id: hook?.id ?? null,
  details: hook === null ? {} : { filesystem_id: hook.fs.id },
});

test("every view is in the audit log, also of each organisation that was shown", async () => {
  const [one, two] = [await createFailing(), await createFailing()];
  const before = await own();
  await get("/failures?limit=1000");
  await get(`/webhooks/${one.id}`);
  await get(`/webhooks/${one.id}/deliveries`);
  await get("/clusters");
  await get("/engine");
  expect(await own()).toBe(before + 5);
  expect(await actions(two.orgId)).toEqual([entry("failures", null)]);
  expect(await actions(one.orgId)).toEqual([
    entry("failures", null),
    entry("webhook", one),
    entry("deliveries", one),
  ]);
});

test("all others are refused: no credential, a key, a user without the role, an owner", async () => {
  const user = await createTestUser(all.service);
  await join(all.service, all.tenant.orgId, user.id, "owner");
  const hook = await createFailing();
  const [{ id: message }] = (await get(`/webhooks/${hook.id}/deliveries`)).body;
  const routes = ["/failures", "/clusters", "/engine", "/stream", `/webhooks/${hook.id}`];
  routes.push(`/deliveries/${message}`);
  for (const route of [...routes, `/webhooks/${hook.id}/deliveries`]) {
    const as = async (key: string | null) =>
      (await call(all.service, key, "GET", SUPPORT + route)).body.detail.code;
    expect([route, await as(null)]).toEqual([route, "unauthenticated"]);
    expect([route, await as(hook.key)]).toEqual([route, "api_key_forbidden"]);
    expect([route, (await get(route, user)).body.detail.code]).toEqual([route, "forbidden"]);
  }
  expect((await callAs(all.service, staff, "GET", hook.route)).body.detail.code).toBe("not_found");
});

const isOf = (id: string) => (data: StreamEvent["data"]) => (data.webhook_id ?? data.id) === id;

/** The support stream of a user. */
async function open(user: TestUser) {
  const controller = new AbortController();
  leaving.push(controller);
  const response = await fetch(`${all.service.url}${SUPPORT}/stream`, {
    headers: { cookie: user.cookie },
    signal: controller.signal,
  });
  const events: StreamEvent[] = [];
  const read = async () => {
    for await (const event of readEvents(response)) events.push(event);
  };
  void read().catch(() => undefined);
  const find = (event: string, matches: (data: StreamEvent["data"]) => boolean) =>
    eventually(event, () => events.find((seen) => seen.event === event && matches(seen.data)));
  return { events, find };
}

test("the stream sends webhooks that start to fail and that recover, and ends with the role", async () => {
  const user = await createTestUser(all.service, true);
  const failing = await createFailing();
  const live = await open(user);
  await live.find("snapshot", ({ webhooks }) => ids(webhooks).includes(failing.id));
  const next = await createFailing(502);
  const changed = await live.find("webhook", isOf(next.id));
  expect(Object.keys(changed.data).join(" ")).toBe(FIELDS);
  await skipWaits(all, next.id);
  await drain(all.service.services, next.id);
  await live.find("removed", isOf(next.id));
  // Unannounced.
  await query("UPDATE webhook SET last_failure = 'timeout' WHERE id = $1", [failing.id]);
  await live.find("webhook", (data) => isOf(failing.id)(data) && data.last_failure === "timeout");
  const { rows } = await query(
    "SELECT count(*)::int AS n FROM audit_entry WHERE org_id = ANY ($1) AND action = 'support.stream_viewed'",
    [[failing.orgId, next.orgId]],
  );
  expect(rows[0].n).toBe(2);
  await query("UPDATE app_user SET staff_role = NULL WHERE id = $1", [user.id]);
  await live.find("end", ({ code }) => code === "forbidden");
  expect(JSON.stringify(live.events)).not.toMatch(/secret-prefix|hook-\d/);
});
