import { EventEmitter, once } from "node:events";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { pruneChanges } from "@/lib/changes/prune-changes";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { POLICY } from "./policy";
import { reconcile } from "./reconciler";

const MANY = 100_001;
const STEP = POLICY.maxScan - 1_000;
let all: Delivering;
let owner: TestUser;
beforeAll(async () => {
  all = await startDelivering();
  owner = await createTestUser(all.service);
  await join(all.service, all.tenant.orgId, owner.id, "owner");
});
afterAll(() => all.close());
beforeEach(() => {
  all.respond = () => ({ status: 200 });
});

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);

type Hook = Awaited<ReturnType<typeof createHook>>;

const messages = (hook: Hook) => hook.received().map(({ body }) => JSON.parse(body));

/** Drains until nothing is left, as the engine would, without pacing. */
async function deliverAll(hook: Hook) {
  for (let more = true; more;) {
    await skipWaits(all, hook.id);
    await fanOutPending(all.service.services);
    await drain(all.service.services, hook.id);
    const { rows } = await query("SELECT wake_at FROM webhook WHERE id = $1", [hook.id]);
    more = rows[0].wake_at !== null;
  }
}

/** Appends changes below `/in` as one commit would. */
const change = (hook: Hook, n: number) =>
  query(
    `WITH f AS (UPDATE filesystem SET head = head + $2, undispatched = true WHERE id = $1 RETURNING head - $2 AS old)
     INSERT INTO change (filesystem_id, cursor, kind, path)
     SELECT $1, old + n, 'created', '/in/f' || n FROM f, generate_series(1, $2::int) n`,
    [hook.fs.id, n],
  );

const prune = () =>
  pruneChanges(all.service.services.db, {
    ms: POLICY.keepChangesMs,
    rows: POLICY.keepChanges,
    step: POLICY.pruneRows,
  });

test("spec 6.3, 7.3, 7.4: 100,001 changes ahead of a live webhook give exactly one resync and no loss", async () => {
  const hook = await createHook(all, "/in");
  await deliverAll(hook);
  await hook.put("/in/before");
  await deliverAll(hook);
  const before = messages(hook);
  // An attempt is in flight meanwhile, so that the position stays.
  all.respond = () => ({ status: 503 });
  await hook.put("/in/waits");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  await change(hook, MANY);
  await reconcile(all.service.services);
  await prune();
  all.respond = () => ({ status: 200 });
  await deliverAll(hook);
  await hook.put("/in/after");
  await deliverAll(hook);

  const sent = messages(hook).slice(before.length);
  expect(sent.map(({ type }) => type)).toEqual([
    "files.changed",
    "files.changed",
    "files.resync",
    "files.changed",
  ]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[3].data.events).toMatchObject([{ type: "created", path: "/in/after" }]);
  // The resync accounts for every change before its cursor, so a listing made after it misses
  // nothing.
  const { rows } = await query("SELECT head FROM filesystem WHERE id = $1", [hook.fs.id]);
  expect(Number(sent[3].data.cursor)).toBe(rows[0].head);
  expect(Number(sent[2].data.cursor)).toBeGreaterThanOrEqual(MANY);
  expect(await hook.read()).toMatchObject({ pending_changes: 0, state: "active" });
}, 120_000);

test("spec 7.3: a busy webhook resyncs though only changes outside its prefix were lost", async () => {
  const hook = await createHook(all, "/elsewhere");
  await deliverAll(hook);
  all.respond = () => ({ status: 503 });
  await hook.put("/elsewhere/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  await change(hook, MANY);
  await reconcile(all.service.services);
  await prune();
  all.respond = () => ({ status: 200 });
  await deliverAll(hook);
  const types = messages(hook).map(({ type }) => type);
  expect(types).toEqual(["files.resync", "files.changed", "files.changed", "files.resync"]);
}, 120_000);

test("spec 7.3: an idle webhook does not resync though the history outside its prefix was pruned", async () => {
  const hook = await createHook(all, "/elsewhere");
  await deliverAll(hook);
  // Fewer at a time than a fan-out scans.
  for (let n = 0; n < MANY; n += STEP) {
    await change(hook, STEP);
    await reconcile(all.service.services);
  }
  await prune();
  await deliverAll(hook);
  expect(messages(hook)).toHaveLength(1);
  await hook.put("/elsewhere/a");
  await deliverAll(hook);
  const { events } = messages(hook)[1].data;
  expect(events).toMatchObject([{ path: "/elsewhere" }, { path: "/elsewhere/a" }]);
}, 120_000);

test.for<[string, (hook: Hook) => Promise<unknown>]>([
  ["its filesystem", ({ fs }) => callAs(all.service, owner, "DELETE", fs.base)],
  ["the webhook", ({ route }) => call(all.service, all.tenant.key, "DELETE", route)],
])("spec 7.13: %s is deleted in flight; nothing starts afterwards", async ([, remove]) => {
  const hook = await createHook(all);
  await deliverAll(hook);
  const gate = new EventEmitter();
  const opened = once(gate, "open");
  all.respond = async () => {
    await opened;
    return { status: 500 };
  };
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  const inFlight = drain(all.service.services, hook.id);
  await eventually("the request", () => hook.received().length === 2);
  expect(await remove(hook)).toMatchObject({ status: 204 });
  gate.emit("open");
  expect(await inFlight).toBeNull();
  await reconcile(all.service.services);
  expect(await drain(all.service.services, hook.id)).toBeNull();
  expect(hook.received()).toHaveLength(2);
  for (const table of ["delivery", "message", "webhook_secret", "delivery_stat"]) {
    const { rowCount } = await query(`SELECT FROM ${table} WHERE webhook_id = $1`, [hook.id]);
    expect([table, rowCount]).toEqual([table, 0]);
  }
});
