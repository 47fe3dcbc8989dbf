import { expect, test } from "vitest";

import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { reconcile } from "./reconciler";

const KIB = 1024;
const all = useDelivering();

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);
const row = async (id: string) =>
  (await query("SELECT * FROM webhook WHERE id = $1", [id])).rows[0];

/** A webhook whose first resync has arrived. */
async function createReady() {
  const hook = await createHook(all);
  await drain(all.service.services, hook.id);
  return hook;
}

/**
 * Writes `n` changes whose events take about `bytes` each in a message: a path is in it once, as
 * JSON.
 */
async function change(hook: Hook, n: number, bytes: number) {
  await query(
    `WITH f AS (UPDATE filesystem SET head = head + $2, undispatched = true WHERE id = $1 RETURNING head - $2 AS old)
     INSERT INTO change (filesystem_id, cursor, kind, path)
     SELECT $1, old + n, 'deleted', '/' || n || repeat('x', $3::int) FROM f, generate_series(1, $2::int) n`,
    [hook.fs.id, n, bytes],
  );
  await fanOutPending(all.service.services);
}

/** Makes one attempt without waiting for its time. */
async function attempt(hook: Hook, status: number) {
  await skipWaits(all, hook.id);
  const before = hook.received().length;
  let seen = 0;
  // Ends the step after one message.
  all.respond = () => ({ status: seen++ === 0 ? status : 503 });
  await drain(all.service.services, hook.id);
  return hook.received()[before];
}

const sizeOf = (request: { body: string } | undefined) => Buffer.byteLength(request?.body ?? "");
const capOf = async (hook: Hook) => (await row(hook.id)).body_cap as number;

test("after http_413 the next message uses half the cap, and a success doubles it again", async () => {
  const hook = await createReady();
  await change(hook, 400, 4_000);
  const refused = await attempt(hook, 413);
  expect(sizeOf(refused)).toBeGreaterThan(250 * KIB);
  expect(await capOf(hook)).toBe(128 * KIB);
  // The waiting message keeps its bytes, so a second refusal changes nothing.
  expect((await attempt(hook, 413))?.body).toBe(refused?.body);
  expect(await capOf(hook)).toBe(128 * KIB);
  all.respond = () => ({ status: 200 });
  expect((await attempt(hook, 200))?.body).toBe(refused?.body);
  expect(await capOf(hook)).toBe(128 * KIB);
  const half = hook.received().at(-1);
  expect(sizeOf(half)).toBeLessThanOrEqual(128 * KIB);
  expect(sizeOf(half)).toBeGreaterThan(120 * KIB);
  await attempt(hook, 200);
  expect(await capOf(hook)).toBe(256 * KIB);
});

test("the cap does not fall below 16 KiB, and an event larger than it becomes a resync", async () => {
  const hook = await createReady();
  await query("UPDATE webhook SET body_cap = 20000 WHERE id = $1", [hook.id]);
  await change(hook, 1, 4_000);
  await attempt(hook, 413);
  expect(await capOf(hook)).toBe(16 * KIB);
  await attempt(hook, 200);
  // Control characters take six bytes each in JSON.
  await query(
    `WITH f AS (UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = $1 RETURNING head)
     INSERT INTO change (filesystem_id, cursor, kind, path) SELECT $1, head, 'deleted', '/' || repeat(chr(1), 3000) FROM f`,
    [hook.fs.id],
  );
  await fanOutPending(all.service.services);
  const resync = JSON.parse((await attempt(hook, 200))?.body ?? "{}");
  expect(resync).toMatchObject({ type: "files.resync", data: { events: [] } });
  const { rows } = await query("SELECT head FROM filesystem WHERE id = $1", [hook.fs.id]);
  expect(Number(resync.data.cursor)).toBe(rows[0].head);
  // A resync is always small, so its delivery proves nothing.
  expect(await capOf(hook)).toBe(16 * KIB);
});

test("while others are due, one organisation gets at most a quarter of a call", async () => {
  const hook = await createReady();
  const id = hook.fs.id;
  // 300 webhooks of one organisation and 5 of another, all due, the 300 for longer.
  await query(
    `WITH o AS (INSERT INTO organisation (id, name) VALUES ('org_many', 'many'), ('org_few', 'few') RETURNING id),
     f AS (INSERT INTO filesystem (id, org_id, name, root_id) SELECT 'fs_' || id, id, 'x', 1 FROM o RETURNING id)
     INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, created_by, position, target_cursor, wake_at)
     SELECT f.id || n, f.id, 'https://x.test/', 'x.test', '/', 'key:x', 0, 0,
       clock_timestamp() - CASE f.id WHEN 'fs_org_many' THEN interval '1 min' ELSE interval '1 s' END
     FROM f, generate_series(1, CASE f.id WHEN 'fs_org_many' THEN 300 ELSE 5 END) n`,
  );
  const due = async () => {
    const { rows } = await query(
      "SELECT w.id, w.filesystem_id FROM webhooks_due(100, interval '2 s') d JOIN webhook w ON w.id = d WHERE w.filesystem_id <> $1",
      [id],
    );
    return {
      many: rows.filter((each) => each.filesystem_id === "fs_org_many").length,
      few: rows.filter((each) => each.filesystem_id === "fs_org_few").length,
    };
  };
  expect(await due()).toEqual({ many: 25, few: 5 });
  // None was dropped: those over the share were postponed by less than two seconds, in order.
  const { rows } = await query(
    `SELECT count(*)::int AS n, max(wake_at) < clock_timestamp() + interval '2 s' AS soon FROM webhook
     WHERE filesystem_id = 'fs_org_many' AND wakeup_attempts = 0`,
  );
  expect(rows[0]).toEqual({ n: 275, soon: true });
  // Alone it gets the whole call.
  await query(
    "UPDATE webhook SET wake_at = clock_timestamp() - interval '1 s' WHERE filesystem_id = 'fs_org_many'",
  );
  expect(await due()).toEqual({ many: 100, few: 0 });
  await query("DELETE FROM webhook WHERE filesystem_id IN ('fs_org_many', 'fs_org_few')");
});

test("once the clock was set back, an impossibly late lease or wait counts as over", async () => {
  const far = "clock_timestamp() + interval '3 h'";
  const waits = await createReady();
  const leased = await createReady();
  for (const hook of [waits, leased]) {
    await hook.put("/a");
    await fanOutPending(all.service.services);
  }
  await query(
    `UPDATE webhook SET not_before = ${far}, pace_until = ${far}, wake_at = ${far} WHERE id = $1`,
    [waits.id],
  );
  await query(`UPDATE webhook SET lease_until = ${far}, wake_at = ${far} WHERE id = $1`, [
    leased.id,
  ]);
  await skipWaits(all, leased.id);
  await query(
    "INSERT INTO reconciler_heartbeat (at) VALUES (clock_timestamp() + interval '3 h') ON CONFLICT (one) DO UPDATE SET at = excluded.at",
  );
  all.service.woken.length = 0;
  // The first run detects it, the next one returns the webhook.
  await reconcile(all.service.services);
  await reconcile(all.service.services);
  expect(all.service.woken).toEqual(expect.arrayContaining([waits.id, leased.id]));
  for (const hook of [waits, leased]) {
    await drain(all.service.services, hook.id);
    expect(hook.received()).toHaveLength(2);
  }
});

test("a possible wait or lease is kept, even when the clock was set back", async () => {
  const hook = await createReady();
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp() + interval '20 s' WHERE id = $1",
    [hook.id],
  );
  await query("UPDATE reconciler_heartbeat SET at = clock_timestamp() + interval '5 s'");
  await reconcile(all.service.services);
  expect(await drain(all.service.services, hook.id)).toBeNull();
  expect(hook.received()).toHaveLength(1);
});
