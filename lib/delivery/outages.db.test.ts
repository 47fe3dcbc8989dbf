import { beforeEach, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { ageHistory } from "@/testing/history";
import { call } from "@/testing/tenant";

import { detectFailover } from "./detect-failover";
import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { isStalled } from "./is-stalled";
import { pruneHistory } from "./prune-history";
import { reconcile, startReconciler } from "./reconciler";
import { requeueStalled } from "./requeue-stalled";

const JUMP = 2 ** 32;
const MINUTE_MS = 60_000;
const all = useDelivering();
// Each test has its own database state.
beforeEach(async () => {
  all.respond = () => ({ status: 200 });
  await query(
    "DELETE FROM webhook; DELETE FROM reconciler_heartbeat; DELETE FROM database_identity",
  );
});

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);
const row = async (id: string) =>
  (await query("SELECT * FROM webhook WHERE id = $1", [id])).rows[0];
const check = (lossless = false) => detectFailover(all.service.services, lossless);
const cursors = (hook: Hook) =>
  hook.received().map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return [type, Number(data.cursor)];
  });

/** A webhook with a delivered change. */
async function createReady() {
  const hook = await createHook(all);
  await drain(all.service.services, hook.id);
  await deliverChange(hook);
  return hook;
}

async function deliverChange(hook: Hook) {
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  return drain(all.service.services, hook.id);
}

test.each([
  ["timeline", "UPDATE database_identity SET timeline = '000000FF'"],
  ["server", "UPDATE database_identity SET system_identifier = 1"],
])(
  "on another %s every cursor jumps by 2^32 and every active webhook resyncs, once",
  async (_, change) => {
    const hook = await createReady();
    const disabled = await createReady();
    await query(
      "UPDATE webhook SET state = 'disabled', disabled_reason = 'failing' WHERE id = $1",
      [disabled.id],
    );
    await check();
    expect(await row(hook.id)).toMatchObject({ resync: false, wake_at: null });
    await query(change);
    await Promise.all([check(), check(), check()]);
    const { rows } = await query(
      "SELECT head, floor, dispatched_cursor, undispatched FROM filesystem WHERE id = $1",
      [hook.fs.id],
    );
    expect(rows).toEqual([
      { head: JUMP + 2, floor: JUMP + 2, dispatched_cursor: JUMP + 2, undispatched: false },
    ]);
    const spread = await row(hook.id);
    expect(spread).toMatchObject({ resync: true });
    expect(Number(spread.wake_at) - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
    expect(await row(disabled.id)).toMatchObject({ state: "disabled", wake_at: null });

    await skipWaits(all, hook.id);
    await drain(all.service.services, hook.id);
    await deliverChange(hook);
    expect(cursors(hook)).toEqual([
      ["files.resync", 1],
      ["files.changed", 2],
      ["files.resync", JUMP + 3],
      ["files.changed", JUMP + 4],
    ]);
    const feed = await call(all.service, all.tenant.key, "GET", `${hook.fs.base}/changes?cursor=2`);
    expect([feed.status, feed.body.detail.cursor]).toEqual([410, String(JUMP + 4)]);
  },
);

test("a failover that loses nothing changes nothing", async () => {
  const hook = await createReady();
  await check(true);
  await query("UPDATE database_identity SET timeline = '000000FF'");
  await check(true);
  await check(false);
  expect(await row(hook.id)).toMatchObject({ resync: false, wake_at: null });
});

test("the reconciler checks for a failover, and a server that cannot be identified stops no delivery", async () => {
  const hook = await createReady();
  await check();
  await query("UPDATE database_identity SET timeline = '000000FF'");
  await asOwner(all.service, "ALTER FUNCTION detect_failover RENAME TO detect_failover_gone");
  const reconciler = startReconciler(all.service.services);
  try {
    all.service.woken.length = 0;
    await hook.put("/b");
    await eventually("the wake-up", () => all.service.woken.includes(hook.id));
    await asOwner(all.service, "ALTER FUNCTION detect_failover_gone RENAME TO detect_failover");
    await eventually("the jump", async () => (await row(hook.id)).resync === true);
  } finally {
    await reconciler.stop();
  }
});

test("a message that waits when cursors jump is sent first, unchanged; the resync follows", async () => {
  const hook = await createReady();
  all.respond = () => ({ status: 500 });
  await deliverChange(hook);
  await query("SELECT cursors_jump()");
  all.respond = () => ({ status: 200 });
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  expect(cursors(hook).slice(2)).toEqual([
    ["files.changed", 3],
    ["files.changed", 3],
    ["files.resync", JUMP + 4],
  ]);
});

test("deliveries are stalled only when some are due and none has started for a minute", async () => {
  const { db } = all.service.services;
  const later = Date.now() + 2 * MINUTE_MS;
  const hook = await createReady();
  expect(await isStalled(db, later)).toBe(false);
  await hook.put("/b");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await query("UPDATE webhook SET wake_at = clock_timestamp() WHERE id = $1", [hook.id]);
  expect(await isStalled(db)).toBe(false);
  expect(await isStalled(db, later)).toBe(true);
  // An attempt in flight has no row yet.
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp() + interval '20 s' WHERE id = $1",
    [hook.id],
  );
  expect(await isStalled(db, later)).toBe(false);
  // A webhook that waits for its retry is not due.
  await query(
    "UPDATE webhook SET lease_until = NULL, not_before = clock_timestamp() + interval '1 min' WHERE id = $1",
    [hook.id],
  );
  expect(await isStalled(db, later)).toBe(false);
});

test("while they are stalled no change is deleted for its age, but those beyond 100,000 are", async () => {
  const { db } = all.service.services;
  const later = Date.now() + 2 * MINUTE_MS;
  const hook = await createReady();
  await hook.put("/b");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await query("UPDATE webhook SET wake_at = clock_timestamp() WHERE id = $1", [hook.id]);
  await ageHistory(db, hook.fs.id);
  expect(await pruneHistory(db, later)).toBe(0);
  await query(
    `WITH f AS (UPDATE filesystem SET head = head + 100000, undispatched = true WHERE id = $1 RETURNING head - 100000 AS old)
     INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, old + n, 'updated', '/b' FROM f, generate_series(1, 100000) n`,
    [hook.fs.id],
  );
  expect(await pruneHistory(db, later)).toBe(3);
  // Deliveries resume, and so does pruning.
  await ageHistory(db, hook.fs.id);
  expect(await pruneHistory(db)).toBe(100_000);
}, 60_000);

/** Webhooks that are behind the history because of an outage of our own. */
async function createBehind(n: number) {
  const hooks = await Promise.all(Array.from({ length: n }, createReady));
  await Promise.all(hooks.map((hook) => hook.put("/b")));
  await fanOutPending(all.service.services);
  await query(
    `UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch', wakeup_attempts = 5,
       wake_at = clock_timestamp() - interval '1 min'`,
  );
  return hooks;
}

const prune = (hook: Hook) =>
  query("SELECT changes_prune($1, interval '0', 100000, 5000)", [hook.fs.id]);

/** How many seconds from now each webhook has to wait. */
async function waits(): Promise<number[]> {
  const { rows } = await query(
    "SELECT extract(epoch FROM not_before - clock_timestamp())::float8 AS s FROM webhook ORDER BY id",
  );
  return rows.map(({ s }) => s);
}

function expectSpread(seconds: readonly number[]): void {
  expect(Math.min(...seconds)).toBeGreaterThan(-30);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(60);
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(5);
}

test("after an outage of our own resyncs are spread over 60 s, and only once", async () => {
  const hooks = await createBehind(12);
  await Promise.all(hooks.map(prune));
  await query(
    "INSERT INTO reconciler_heartbeat (at) VALUES (clock_timestamp() - interval '2 min')",
  );
  await reconcile(all.service.services);
  expectSpread(await waits());
  const later = "clock_timestamp() + interval '30 s'";
  await query(`UPDATE webhook SET not_before = ${later}, wake_at = ${later}`);
  await reconcile(all.service.services);
  await hooks[0]?.put("/c");
  await Promise.all(hooks.map(prune));
  expect(Math.max(...(await waits()))).toBeLessThanOrEqual(30);
});

test("so are those whose history is deleted when pruning resumes", async () => {
  const hooks = await createBehind(12);
  await query(
    "INSERT INTO reconciler_heartbeat (at) VALUES (clock_timestamp() - interval '2 min')",
  );
  await reconcile(all.service.services);
  expect(Math.max(...(await waits()))).toBeLessThan(0);
  await Promise.all(hooks.map(prune));
  expectSpread(await waits());
});

test("and so are those that waited for the engine", async () => {
  const hooks = await createBehind(12);
  await Promise.all(hooks.map(prune));
  await reconcile(all.service.services);
  await query("UPDATE attempt SET id = 'att_00' || substr(id, 7)");
  await requeueStalled(all.service.services);
  expectSpread(await waits());
});

test("without an outage no webhook waits", async () => {
  const hooks = await createBehind(3);
  await reconcile(all.service.services);
  await Promise.all(hooks.map(prune));
  expect(Math.max(...(await waits()))).toBeLessThan(0);
});
