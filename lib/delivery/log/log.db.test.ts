import { EventEmitter, once } from "node:events";

import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { verify } from "@/lib/delivery/invariants/verify";
import { POLICY } from "@/lib/delivery/policy";
import { newId } from "@/lib/ids";
import { createHook, grant, type Hook, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { call, createKey, createTenant } from "@/testing/tenant";

import { pruneDeliveries } from "./prune-deliveries";
// oxlint-disable-next-line typescript/no-explicit-any -- the test reads any JSON
type Shown = Record<string, any>;

const all = useDelivering();

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);

const get = (route: string, key = all.tenant.key) => call(all.service, key, "GET", route);

const list = async (hook: Hook, search = ""): Promise<Shown[]> =>
  (await get(`${hook.route}/deliveries${search}`)).body;

/** Adds delivered messages to the log, oldest first, an hour apart, the newest just now. */
async function fill(hook: Hook, count: number, outcome = "delivered"): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("msg")).toSorted();
  const attempts = ids.map(() => newId("att"));
  await query(
    `WITH made AS (
       INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256, created_at, delivered_at)
       SELECT x.id, $1, 'files.changed', 'delivered', x.n - 1, x.n, 1, 2, '',
         now() - make_interval(hours => ($4 - x.n)::int), now()
       FROM unnest($2::text[]) WITH ORDINALITY x (id, n) RETURNING id)
     INSERT INTO attempt (id, delivery_id, number, started_at, duration_ms, outcome)
     SELECT a.id, a.delivery, 1, now(), 5, $5 FROM unnest($3::text[], $2::text[]) a (id, delivery)`,
    [hook.id, ids, attempts, count, outcome],
  );
  return ids;
}

test("a delivery shows all attempts of its message, and never the endpoint's response", async () => {
  const hook = await createHook(all);
  const responded = new EventEmitter();
  all.respond = async () => {
    await once(responded, "now");
    return { status: 500, body: "a stack trace of the endpoint" };
  };
  const running = drain(all.service.services, hook.id);
  await eventually("the first attempt", () => hook.received().length === 1);
  const [inFlight] = await list(hook);
  expect(inFlight).toMatchObject({ status: "in_flight", next_attempt_at: null, attempts: [] });
  responded.emit("now");
  await running;
  const [waiting] = await list(hook);
  expect(waiting).toEqual({
    ...inFlight,
    status: "waiting",
    next_attempt_at: expect.any(String),
    attempts: [
      {
        id: expect.stringMatching(/^att_/),
        number: 1,
        started_at: expect.any(String),
        duration_ms: expect.any(Number),
        outcome: "http_500",
        detail: "answered",
        http_status: 500,
        manual: false,
      },
    ],
  });
  expect(waiting?.["next_attempt_at"]).toBe((await hook.read()).next_attempt_at);
  all.respond = () => ({ status: 200, body: "a secret of the endpoint" });
  await call(all.service, all.tenant.key, "POST", `${hook.route}:retry-now`);
  await drain(all.service.services, hook.id);
  const { body: shown } = await get(`${hook.route}/deliveries/${waiting?.["id"]}`);
  expect(shown).toMatchObject({
    type: "files.resync",
    status: "delivered",
    cursor: "1",
    event_count: 0,
    delivered_at: expect.any(String),
    next_attempt_at: null,
    attempts: [{ number: 1 }, { number: 2, outcome: "delivered", http_status: 200 }],
  });
  const [, request] = hook.received();
  expect(shown.body).toBe(request?.body);
  expect(shown.size).toBe(Buffer.byteLength(shown.body));
  const sent = Object.fromEntries(request?.headers ?? []);
  expect(Object.keys(shown.headers)).toEqual(["content-type", "user-agent", "webhook-id"]);
  expect(sent).toMatchObject(shown.headers);
  expect(JSON.stringify(shown)).not.toMatch(/stack trace|secret of the endpoint/);
});

test("a waiting message is dropped when its webhook loses access", async () => {
  const hook = await createHook(all);
  all.respond = () => ({ status: 500 });
  await drain(all.service.services, hook.id);
  expect(await list(hook)).toMatchObject([{ status: "waiting" }]);
  await call(all.service, all.tenant.key, "DELETE", `${hook.fs.base}/grants/${hook.creator.keyId}`);
  expect(await list(hook)).toMatchObject([{ status: "dropped", next_attempt_at: null }]);
  expect(await list(hook, "?status=waiting")).toEqual([]);
});

test("the log is paged newest first by a link that keeps the filters", async () => {
  const hook = await createHook(all);
  const ids = (await fill(hook, 25)).toReversed();
  const seen: string[] = [];
  for (let route = `${hook.route}/deliveries?limit=10&status=delivered`; route !== "";) {
    const { body, headers } = await get(route);
    seen.push(...body.map(({ id }: Shown) => id));
    const next = /^<(.+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
    route = next === undefined ? "" : new URL(next).pathname + new URL(next).search;
    if (next !== undefined) expect(next).toContain("status=delivered");
  }
  expect(seen).toEqual(ids);
});

test("a page continues after a deleted delivery, and after one made by a clock that was ahead", async () => {
  const hook = await createHook(all);
  const [first = "", second = "", third = "", fourth = ""] = await fill(hook, 4);
  await query("DELETE FROM delivery WHERE id = $1", [third]);
  const rest = async (after: string) =>
    (await list(hook, `?after=${after}`)).map(({ id }) => id as string);
  expect(await rest(third)).toEqual([second, first]);
  expect(await rest(newId("msg"))).toEqual([fourth, second, first]);
  await query(
    "UPDATE delivery SET cursor = CASE id WHEN $1 THEN 4 ELSE 2 END WHERE id = ANY (ARRAY[$1, $2])",
    [second, fourth],
  );
  expect(await rest(second)).toEqual([fourth, first]);
  expect((await get(`${hook.route}/deliveries?after=nonsense`)).status).toBe(422);
});

test("filters: status, code, type, since and until", async () => {
  const hook = await createHook(all);
  const ids = (await fill(hook, 4)).toReversed();
  await query("UPDATE attempt SET outcome = 'timeout' WHERE delivery_id = $1", [ids[0]]);
  await query("UPDATE delivery SET type = 'files.resync' WHERE id = $1", [ids[1]]);
  await query("UPDATE delivery SET status = 'dropped' WHERE id = $1", [ids[2]]);
  const found = async (search: string) => (await list(hook, search)).map(({ id }) => id);
  expect(await found("?code=timeout")).toEqual([ids[0]]);
  expect(await found("?type=files.resync")).toEqual([ids[1]]);
  expect(await found("?status=dropped")).toEqual([ids[2]]);
  expect(await found("?status=in_flight")).toEqual([]);
  const at = new Date(Date.now() - 90 * 60_000).toISOString();
  expect(await found(`?since=${at}`)).toEqual(ids.slice(0, 2));
  expect(await found(`?until=${at}`)).toEqual(ids.slice(2));
  expect(await found(`?since=${at}&code=timeout&status=delivered`)).toEqual([ids[0]]);
  await query("UPDATE attempt SET started_at = now() - interval '2 h' WHERE delivery_id = $1", [
    ids[0],
  ]);
  expect(await found(`?attempt_until=${at}`)).toEqual([ids[0]]);
  expect(await found(`?attempt_since=${at}&code=timeout`)).toEqual([]);
  expect(await found("?since=0000-01-01T00:00:00Z")).toEqual(ids);
  for (const bad of [
    "?since=yesterday",
    "?status=lost",
    "?type=x",
    "?limit=0",
    "?color=red",
    "?code=%00",
  ])
    expect([bad, (await get(`${hook.route}/deliveries${bad}`)).status]).toEqual([bad, 422]);
});

/** Sends a message with a body of this size. */
async function sendBody(hook: Hook, bytes: number, outcome = "delivered"): Promise<string> {
  const id = newId("msg");
  await query(
    "UPDATE webhook SET resync = false, target_cursor = sent_cursor + 1, wake_at = now() WHERE id = $1",
    [hook.id],
  );
  const { rows } = await query(
    `SELECT s.token FROM webhook w, webhook_start(w.id, w.rev, $2, w.sent_cursor + 1, repeat('x', $3), 1, '20 s') s WHERE w.id = $1`,
    [hook.id, id, bytes],
  );
  await query(
    `SELECT webhook_record($1, $2, $3, $4, 1, $5, '', 200, '5 ms', '4 ms', '0', '20 s', '-10 s', '2 s', '24 h')`,
    [hook.id, rows[0].token, newId("att"), id, outcome],
  );
  return id;
}

/** Whether the log has the bodies of these messages. */
const kept = (hook: Hook, ids: string[]) =>
  Promise.all(
    ids.map(async (id) => (await get(`${hook.route}/deliveries/${id}`)).body.body !== null),
  );

test("bodies are kept as long as the log, up to 16 MiB, and always for the waiting message", async () => {
  const hook = await createHook(all);
  const { db } = all.service.services;
  const keep = { ...POLICY, keepBodyBytes: 100_000, pruneRows: 2 };
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.unshift(await sendBody(hook, 1_000));
  await pruneDeliveries(db, keep);
  expect(await kept(hook, ids)).toEqual(ids.map(() => true));
  for (let n = 0; n < 5; n++) ids.unshift(await sendBody(hook, 20_000));
  await pruneDeliveries(db, keep);
  expect(await kept(hook, ids)).toEqual(ids.map((_, n) => n < 5));
  ids.unshift(await sendBody(hook, 200_000, "http_500"));
  await pruneDeliveries(db, keep);
  expect(await kept(hook, ids)).toEqual(ids.map((_, n) => n === 0));
  expect(await list(hook, "?status=waiting")).toHaveLength(1);
});

test("the bodies of an organisation share 1 GiB", async () => {
  const hooks = [await createHook(all), await createHook(all)];
  const { rows } = await query(
    `SELECT count(*)::int AS n FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE f.org_id = $1`,
    [all.tenant.orgId],
  );
  const keep = { ...POLICY, keepOrganisationBodyBytes: rows[0].n * 25_000 };
  for (const hook of hooks) {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.unshift(await sendBody(hook, 10_000));
    await pruneDeliveries(all.service.services.db, keep);
    expect(await kept(hook, ids)).toEqual([true, true, false, false]);
  }
});

test("at most 1,000 are shown even before they are pruned, and at most 1,000 stay", async () => {
  const hook = await createHook(all);
  const ids = await fill(hook, 1_010);
  await query("UPDATE delivery SET created_at = now() WHERE webhook_id = $1", [hook.id]);
  const shown = await list(hook, "?limit=1000");
  expect(shown).toHaveLength(1_000);
  expect((await get(`${hook.route}/deliveries/${ids[9]}`)).body.detail.code).toBe("not_found");
  expect(await list(hook, `?after=${ids[10]}`)).toEqual([]);
  const { db } = all.service.services;
  expect(await pruneDeliveries(db, { ...POLICY, pruneRows: 4 })).toBe(10);
  const { rows } = await query("SELECT id FROM delivery WHERE webhook_id = $1 ORDER BY id", [
    hook.id,
  ]);
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(10));
});

test("after 7 days a delivery is deleted with its attempts, body and counts, unless it still waits", async () => {
  const [done, retrying, paused, disabled] = [
    await createHook(all),
    await createHook(all),
    await createHook(all),
    await createHook(all),
  ];
  await drain(all.service.services, done.id);
  all.respond = () => ({ status: 500 });
  for (const hook of [retrying, paused, disabled]) await drain(all.service.services, hook.id);
  await call(all.service, all.tenant.key, "POST", `${paused.route}:pause`);
  await query(
    "UPDATE webhook SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL WHERE id = $1",
    [disabled.id],
  );
  const { db } = all.service.services;
  const left = async () => {
    const counts = await Promise.all(
      [done, retrying, paused, disabled].map(async ({ id }) => {
        const { rows } = await query(
          `SELECT (SELECT count(*)::int FROM delivery d WHERE d.webhook_id = $1) AS deliveries,
             (SELECT count(*)::int FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.webhook_id = $1) AS attempts,
             (SELECT count(*)::int FROM message m WHERE m.webhook_id = $1) AS bodies,
             (SELECT count(*)::int FROM delivery_stat s WHERE s.webhook_id = $1) AS counted`,
          [id],
        );
        return Object.values(rows[0]).join(" ");
      }),
    );
    return counts;
  };
  const day = 24 * 3_600_000;
  await pruneDeliveries(db, POLICY, Date.now() + 6.9 * day);
  expect(await left()).toEqual(Array(4).fill("1 1 1 1"));
  await pruneDeliveries(db, POLICY, Date.now() + 7.1 * day);
  expect(await left()).toEqual(["0 0 0 0", "1 1 1 0", "1 1 1 0", "0 0 0 0"]);
  const frozen = (await verify(db)).find(({ rule }) => rule === "frozen-message");
  expect(frozen?.ids ?? []).not.toContain(disabled.id);
  await call(all.service, all.tenant.key, "POST", `${disabled.route}:enable`);
  expect(await disabled.read()).toMatchObject({ state: "active" });
});

test("spec 7.17, 7.33: the message that a pause holds back is shown however old it is", async () => {
  const hook = await createHook(all);
  all.respond = () => ({ status: 500 });
  await drain(all.service.services, hook.id);
  await call(all.service, all.tenant.key, "POST", `${hook.route}:pause`);
  await query(
    "UPDATE delivery SET created_at = created_at - interval '8 d' WHERE webhook_id = $1",
    [hook.id],
  );
  const { body } = await get(`${hook.route}/deliveries`);
  expect(body).toMatchObject([{ status: "waiting", type: "files.resync" }]);
  expect((await get(`${hook.route}/deliveries/${body[0].id}`)).status).toBe(200);
});

test("stats count attempts by bucket and code, with the latency of delivered ones", async () => {
  const hook = await createHook(all);
  all.respond = () => ({ status: 503 });
  await drain(all.service.services, hook.id);
  all.respond = () => ({ status: 200, afterMs: 100 });
  await call(all.service, all.tenant.key, "POST", `${hook.route}:retry-now`);
  await drain(all.service.services, hook.id);
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await drain(all.service.services, hook.id);
  for (const [window, spans, ms] of [
    ["1h", 12, 300_000],
    ["24h", 48, 1_800_000],
    ["7d", 84, 7_200_000],
  ] as const) {
    const { body } = await get(`${hook.route}/stats?window=${window}`);
    expect(body.buckets).toHaveLength(spans);
    const starts = body.buckets.map(({ at }: Shown) => Date.parse(at));
    expect(starts.every((at: number, n: number) => n === 0 || at - starts[n - 1] === ms)).toBe(
      true,
    );
    expect(Date.now() - starts.at(-1)).toBeLessThan(ms + 5_000);
    const total = (field: string) =>
      body.buckets.reduce((sum: number, bucket: Shown) => sum + bucket[field], 0);
    expect([total("delivered"), total("failed")]).toEqual([2, 1]);
    expect(body.by_code).toEqual({ http_503: 1 });
    const busy = body.buckets.find((bucket: Shown) => bucket["delivered"] > 0);
    expect(busy.p50_ms).toBeGreaterThan(80);
    expect(busy.p95_ms).toBeGreaterThanOrEqual(busy.p50_ms);
    expect(busy.p95_ms).toBeLessThan(2_000);
    expect(body.buckets[0]).toMatchObject({ delivered: 0, failed: 0, p50_ms: null, p95_ms: null });
  }
});

test("another tenant finds nothing, a read-only key is refused, and no webhook shows another's", async () => {
  const [hook, other] = [await createHook(all), await createHook(all)];
  const [id] = await fill(hook, 1);
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  for (const route of ["/deliveries", `/deliveries/${id}`, "/stats"]) {
    const code = async (key: string) => (await get(hook.route + route, key)).body.detail.code;
    expect([await code(stranger.key), await code(reader.key)]).toEqual(["not_found", "no_grant"]);
    const foreign = await get(`${other.fs.base}/webhooks/${hook.id}${route}`);
    expect(foreign.body.detail.code).toBe("not_found");
  }
  expect((await get(`${other.route}/deliveries/${id}`)).body.detail.code).toBe("not_found");
  expect((await get(`${hook.route}/deliveries/msg_x`)).body.detail.code).toBe("not_found");
});
