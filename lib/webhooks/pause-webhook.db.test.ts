import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { reconcile } from "@/lib/delivery/reconciler";
import { grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { call, createKey, createTenant } from "@/testing/tenant";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();

const { verb, query, row, broken, sent, log, sendNext, createIdle, createFailing, whileInFlight } =
  createVerbs(all);

/** As if far more had been written. */
const prune = (hook: Hook) =>
  query("SELECT changes_prune($1, interval '1 hour', 0, 100)", [hook.fs.id]);
/** As if it had been paused this long ago. */
const pausedFor = (hook: Hook, span: string) =>
  query("UPDATE webhook SET stopped_at = stopped_at - $2::interval WHERE id = $1", [hook.id, span]);

test("spec 7.33: while it is paused nothing is sent, and changes are sent after it is resumed", async () => {
  const hook = await createIdle();
  const { status, body } = await verb(hook, "pause");
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: "paused", disabled_reason: null, next_attempt_at: null });
  await hook.put("/a");
  await sendNext(hook);
  await reconcile(all.service.services);
  expect(sent(hook)).toHaveLength(1);
  expect(await hook.read()).toMatchObject({ pending_changes: 1, pending_message: false });
  expect((await verb(hook, "resume")).body).toMatchObject({ state: "active" });
  expect(all.service.woken.at(-1)).toBe(hook.id);
  await sendNext(hook);
  expect(sent(hook).slice(1)).toMatchObject([
    { type: "files.changed", data: { events: [{ type: "created", path: "/a" }] } },
  ]);
  expect(await hook.read()).toMatchObject({ state: "active", pending_changes: 0 });
  expect(await broken(hook)).toEqual([]);
});

test("spec 7.33: the waiting message keeps id, bytes and attempts and is sent next", async () => {
  const hook = await createFailing();
  await verb(hook, "pause");
  const shown = (await call(all.service, all.tenant.key, "GET", `${hook.route}/deliveries`)).body;
  expect(shown[0]).toMatchObject({ status: "waiting", next_attempt_at: null });
  expect(await hook.read()).toMatchObject({ state: "paused", pending_message: true });
  await hook.put("/b");
  await sendNext(hook);
  await verb(hook, "resume");
  await sendNext(hook);
  const [, first, second] = hook.received();
  expect(second?.body).toBe(first?.body);
  expect((await log(hook))[1]).toBe("files.changed delivered 1:http_503 2:delivered");
  await sendNext(hook);
  expect(sent(hook)[3].data.events).toMatchObject([{ path: "/b" }]);
});

test("spec 7.33: a backoff that has not ended goes on, and one that ended is over", async () => {
  const [long, short] = [await createFailing(), await createFailing()];
  await query("UPDATE webhook SET not_before = not_before + interval '1 h' WHERE id = $1", [
    long.id,
  ]);
  for (const hook of [long, short]) await verb(hook, "pause");
  await pausedFor(short, "10 s");
  await query("UPDATE webhook SET not_before = not_before - interval '6 s' WHERE id = $1", [
    short.id,
  ]);
  const before = await row(long);
  for (const hook of [long, short]) await verb(hook, "resume");
  expect((await row(long)).not_before).toEqual(before.not_before);
  expect((await row(long)).wake_at).toEqual(before.not_before);
  expect(Date.now() - Number((await row(short)).not_before)).toBeLessThan(3_000);
});

test("spec 7.33: paused time does not count towards the 24 hours, nor as a late start", async () => {
  const hook = await createFailing();
  await query(
    `UPDATE webhook SET failing_since = failing_since - interval '23 h', disable_at = disable_at - interval '23 h',
       not_before = not_before - interval '4 s' WHERE id = $1`,
    [hook.id],
  );
  await verb(hook, "pause");
  const before = await row(hook);
  await query(
    `UPDATE webhook SET stopped_at = stopped_at - interval '5 h', failing_since = failing_since - interval '5 h',
       disable_at = disable_at - interval '5 h', not_before = not_before - interval '5 h' WHERE id = $1`,
    [hook.id],
  );
  await reconcile(all.service.services);
  expect(await row(hook)).toMatchObject({ state: "paused", last_notice: null });
  expect(await hook.read()).toMatchObject({ disables_at: null });
  await verb(hook, "resume");
  const moved = (await row(hook)).disable_at as Date;
  expect(await hook.read()).toMatchObject({ disables_at: moved.toISOString() });
  const left = Number((await row(hook)).disable_at) - Number(before.disable_at);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(left).toBeLessThan(5_000);
  all.respond = () => ({ status: 503 });
  await query(
    "UPDATE webhook SET pace_until = 'epoch', not_before = least(not_before, clock_timestamp()) WHERE id = $1",
    [hook.id],
  );
  await drain(all.service.services, hook.id);
  const late = Number((await row(hook)).disable_at) - Number(before.disable_at);
  expect(late).toBeLessThan(10_000);
  expect(await broken(hook)).toEqual([]);
});

test.for([200, 503])(
  "spec 7.33: an attempt in flight is recorded (%i), and no other starts",
  async (status) => {
    const hook = await createIdle();
    await hook.put("/a");
    await whileInFlight(hook, status, async () => {
      await verb(hook, "pause");
      await hook.put("/b");
    });
    await sendNext(hook);
    expect(hook.received()).toHaveLength(2);
    expect(await row(hook)).toMatchObject({
      state: "paused",
      lease_until: null,
      wake_at: null,
      failing_since: status === 200 ? null : expect.any(Date),
    });
    await verb(hook, "resume");
    const { failing_since: since, disable_at: ends } = await row(hook);
    expect(Number(ends) - Number(since)).toBeLessThan(24 * 3_600_000 + 5_000);
    await sendNext(hook);
    if (status === 503) await sendNext(hook);
    expect(sent(hook).at(-1).data.events).toMatchObject([{ path: "/b" }]);
    expect(new Set(sent(hook).map(({ data }) => data.cursor)).size).toBe(3);
  },
);

test("spec 7.33: an attempt that died with its process while paused is sent again with its number", async () => {
  const hook = await createFailing();
  await skipWaits(all, hook.id);
  await query(
    `SELECT s.* FROM webhook w, webhook_start(w.id, w.rev, NULL, NULL, NULL, NULL, interval '20 s') s WHERE w.id = $1`,
    [hook.id],
  );
  await verb(hook, "pause");
  const before = await row(hook);
  await query(
    `UPDATE webhook SET stopped_at = stopped_at - interval '1 h', lease_until = lease_until - interval '1 h',
       disable_at = disable_at - interval '1 h', failing_since = failing_since - interval '1 h' WHERE id = $1`,
    [hook.id],
  );
  await verb(hook, "resume");
  // From its start the time does not count, except for the pause, which does not count already.
  expect(Date.now() - Number((await row(hook)).lease_until)).toBeLessThan(5_000);
  await sendNext(hook);
  expect((await log(hook))[1]).toBe("files.changed delivered 1:http_503 2:delivered");
  expect(before.attempt).toBe(2);
});

test("spec 7.33: changes outside the prefix that were pruned before the pause cause no resync", async () => {
  const hook = await createIdle("/in");
  await hook.put("/out");
  await fanOutPending(all.service.services);
  await verb(hook, "pause");
  await prune(hook);
  await verb(hook, "resume");
  await hook.put("/in/a");
  await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual(["files.resync", "files.changed"]);
});

test("spec 7.33: changes that were pruned while it was paused cause one resync, after the waiting message", async () => {
  const hook = await createFailing();
  await verb(hook, "pause");
  await hook.put("/b");
  await fanOutPending(all.service.services);
  await prune(hook);
  await verb(hook, "resume");
  for (let n = 0; n < 3; n++) await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual([
    "files.resync",
    "files.changed",
    "files.changed",
    "files.resync",
  ]);
});

test("spec 7.13: lost access and an expired key disable a paused webhook too", async () => {
  const [removed, expired] = [await createFailing(), await createIdle()];
  for (const hook of [removed, expired]) await verb(hook, "pause");
  await call(
    all.service,
    all.tenant.key,
    "DELETE",
    `${removed.fs.base}/grants/${removed.creator.keyId}`,
  );
  await query("UPDATE webhook SET access_expires_at = clock_timestamp() WHERE id = $1", [
    expired.id,
  ]);
  await reconcile(all.service.services);
  for (const hook of [removed, expired]) {
    expect(await hook.read()).toMatchObject({
      state: "disabled",
      disabled_reason: "access_revoked",
      pending_message: false,
    });
    expect((await verb(hook, "resume")).body.detail.code).toBe("webhook_not_paused");
  }
});

test("spec 7.31: paused webhooks count among the five", async () => {
  const hook = await createIdle();
  await verb(hook, "pause");
  const create = () =>
    call(all.service, all.tenant.key, "POST", `${hook.fs.base}/webhooks`, {
      url: "https://receiver.test/more",
    });
  for (let n = 0; n < 4; n++) expect((await create()).status).toBe(201);
  expect((await create()).body.detail).toMatchObject({
    code: "webhook_limit_reached",
    limit: 5,
    message: expect.stringContaining("at most 5 webhooks"),
  });
});

test("spec 7.33: only an active webhook is paused and only a paused one resumed, enabled or retried", async () => {
  const hook = await createFailing();
  expect((await verb(hook, "resume")).body.detail.code).toBe("webhook_not_paused");
  await verb(hook, "pause");
  for (const [name, code] of [
    ["pause", "webhook_not_active"],
    ["enable", "webhook_not_disabled"],
    ["retry-now", "webhook_not_retrying"],
  ] as const)
    expect((await verb(hook, name)).body.detail.code).toBe(code);
  const audited = await query(
    "SELECT action, details FROM audit_entry WHERE target_id = $1 ORDER BY id",
    [hook.id],
  );
  expect(audited.rows.slice(1)).toEqual([
    { action: "webhook.paused", details: { filesystem_id: hook.fs.id } },
  ]);
});

test("another tenant finds nothing, and a read-only key is refused", async () => {
  const hook = await createIdle();
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  for (const name of ["pause", "resume"]) {
    expect((await verb(hook, name, stranger.key)).body.detail.code).toBe("not_found");
    expect((await verb(hook, name, reader.key)).body.detail.code).toBe("no_grant");
  }
  expect(await hook.read()).toMatchObject({ state: "active" });
});
