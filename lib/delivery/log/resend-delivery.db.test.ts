import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { mostBetween } from "@/testing/endpoint";
import { call, createKey, createTenant } from "@/testing/tenant";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();
const {
  verb,
  edit,
  query,
  row,
  broken,
  sent,
  log,
  sendNext,
  createIdle,
  createFailing,
  whileInFlight,
} = createVerbs(all);

/** Resends the nth message of a webhook. */
async function resend(hook: Hook, n: number, key = all.tenant.key) {
  const { rows } = await query(
    "SELECT id FROM delivery WHERE webhook_id = $1 ORDER BY cursor OFFSET $2 LIMIT 1",
    [hook.id, n],
  );
  return call(all.service, key, "POST", `${hook.route}/deliveries/${rows[0].id}:resend`);
}

/** A webhook that is up to date after a resync, `/a` and `/b`. */
async function createSent() {
  const hook = await createIdle();
  for (const file of ["/a", "/b"]) {
    await hook.put(file);
    await sendNext(hook);
  }
  return hook;
}

/** What a resend leaves as it is. */
async function untouched(hook: Hook) {
  const { rows } = await query(
    `SELECT state, position, target_cursor, sent_cursor, acked_cursor, resync, msg_id, attempt, body_cap,
       last_success_at, last_failure_at, last_failure, failing_since, disable_at FROM webhook WHERE id = $1`,
    [hook.id],
  );
  return rows[0];
}

test.for([200, 500])("spec 7.36: it is sent once and moves nothing (%i)", async (status) => {
  const hook = await createSent();
  const before = await untouched(hook);
  const { status: accepted, body } = await resend(hook, 1);
  expect([accepted, body.status, body.attempts.length]).toEqual([202, "delivered", 1]);
  expect(all.service.woken.at(-1)).toBe(hook.id);
  expect(await broken(hook)).toEqual([]);
  all.respond = () => ({ status });
  await sendNext(hook);
  await sendNext(hook);
  const [, first, , again] = hook.received();
  expect(hook.received()).toHaveLength(4);
  expect(again?.body).toBe(first?.body);
  const id = (request: typeof first) => Object.fromEntries(request?.headers ?? [])["webhook-id"];
  expect(id(again)).toBe(id(first));
  expect(await untouched(hook)).toEqual(before);
  expect(await row(hook)).toMatchObject({ wake_at: null, lease_until: null, resending: false });
  const outcome = status === 200 ? "delivered" : "http_500";
  expect((await log(hook))[1]).toBe(`files.changed delivered 1:delivered 2:${outcome}`);
  const shown = await call(
    all.service,
    all.tenant.key,
    "GET",
    `${hook.route}/deliveries/${body.id}`,
  );
  expect(shown.body.attempts.map((attempt: { manual: boolean }) => attempt.manual)).toEqual([
    false,
    true,
  ]);
  await hook.put("/c");
  all.respond = () => ({ status: 200 });
  await sendNext(hook);
  expect(sent(hook).at(-1).data.events).toMatchObject([{ path: "/c" }]);
});

test("spec 7.36: it comes after the attempt in flight, at its pace, and before what waits", async () => {
  const hook = await createSent();
  await hook.put("/c");
  await whileInFlight(hook, 200, async () => {
    expect((await resend(hook, 0)).status).toBe(202);
    expect((await resend(hook, 0)).status).toBe(202);
    expect((await resend(hook, 1)).body.detail.code).toBe("webhook_resending");
    expect((await resend(hook, 3)).body.detail.code).toBe("webhook_retrying");
    await hook.put("/d");
    expect(await drain(all.service.services, hook.id)).toBeNull();
  });
  // The same run goes on with it.
  const [, , , third, resent] = hook.received();
  expect(JSON.parse(resent?.body ?? "{}").type).toBe("files.resync");
  expect(mostBetween(third, resent)).toBeGreaterThanOrEqual(1_000);
  await sendNext(hook);
  expect(sent(hook).slice(5)).toMatchObject([{ data: { events: [{ path: "/d" }] } }]);
  expect(all.endpoint.mostInFlight()).toBe(1);
});

test("spec 7.36: when the one in flight fails it comes before the retry, which stays as it is", async () => {
  const hook = await createSent();
  await hook.put("/c");
  await whileInFlight(hook, 503, () => resend(hook, 1));
  const after = await row(hook);
  expect(sent(hook).at(-1).data.events).toMatchObject([{ path: "/a" }]);
  expect(after).toMatchObject({ attempt: 1, last_failure: "http_503" });
  expect(Number(after.not_before) - Date.now()).toBeGreaterThan(2_000);
  expect(after.wake_at).toEqual(after.not_before);
  expect((await resend(hook, 0)).body.detail.code).toBe("webhook_retrying");
  await sendNext(hook);
  expect(await log(hook)).toEqual([
    "files.resync delivered 1:delivered",
    "files.changed delivered 1:delivered 2:delivered",
    "files.changed delivered 1:delivered",
    "files.changed delivered 1:http_503 2:delivered",
  ]);
});

test("spec 7.36: in flight beside a waiting message, that one waits, and can be brought forward", async () => {
  const hook = await createSent();
  await hook.put("/c");
  await whileInFlight(hook, 503, () => resend(hook, 1));
  // As if the resend were in flight.
  await query(
    `UPDATE webhook SET lease_until = clock_timestamp() + interval '20 s', resending = true WHERE id = $1`,
    [hook.id],
  );
  const shown = (await call(all.service, all.tenant.key, "GET", `${hook.route}/deliveries`)).body;
  expect(shown[0]).toMatchObject({ status: "waiting", next_attempt_at: expect.any(String) });
  expect((await verb(hook, "retry-now")).status).toBe(202);
  expect(Number((await row(hook)).not_before) - Date.now()).toBeLessThan(1_100);
  expect((await resend(hook, 0)).body.detail.code).toBe("webhook_retrying");
});

test("spec 7.36: one that died with its process is not sent again, and the waiting message goes on", async () => {
  const hook = await createSent();
  await resend(hook, 1);
  await skipWaits(all, hook.id);
  const start = () =>
    query(
      "SELECT s.token FROM webhook w, webhook_start_resend(w.id, w.rev, interval '20 s') s WHERE w.id = $1",
      [hook.id],
    );
  expect((await start()).rows[0].token).not.toBeNull();
  expect((await start()).rows[0].token).toBeNull();
  // Asked for again meanwhile, it does not start beside the lease either.
  await resend(hook, 1);
  expect((await start()).rows[0].token).toBeNull();
  await query("UPDATE webhook SET resend_cursor = NULL WHERE id = $1", [hook.id]);
  expect(await broken(hook)).toEqual([]);
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await hook.put("/c");
  await sendNext(hook);
  expect((await log(hook)).slice(1)).toEqual([
    "files.changed delivered 1:delivered",
    "files.changed delivered 1:delivered",
    "files.changed delivered 1:delivered",
  ]);
});

test("spec 7.36: an idle webhook sleeps again after one that died with its process", async () => {
  const hook = await createSent();
  await resend(hook, 1);
  await skipWaits(all, hook.id);
  await query(
    "SELECT webhook_start_resend(w.id, w.rev, interval '20 s') FROM webhook w WHERE w.id = $1",
    [hook.id],
  );
  expect(await drain(all.service.services, hook.id)).toBeNull();
  expect(await row(hook)).toMatchObject({ resending: true });
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  expect(await row(hook)).toMatchObject({ wake_at: null, lease_until: null, resending: false });
  expect(await broken(hook)).toEqual([]);
  // The next change is picked up at once: the write wakes a webhook that sleeps.
  await hook.put("/c");
  const { wake_at: wakeAt } = await row(hook);
  expect(wakeAt).not.toBeNull();
  expect(Number(wakeAt)).toBeLessThan(Date.now() + 1_000);
});

test("spec 7.36: one that died beside a waiting message costs that neither a number nor its 24 hours", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  await query(
    `UPDATE webhook SET lease_until = clock_timestamp() - interval '1 h', resending = true,
       not_before = clock_timestamp(), pace_until = 'epoch', wake_at = clock_timestamp() WHERE id = $1`,
    [hook.id],
  );
  all.respond = () => ({ status: 503 });
  await drain(all.service.services, hook.id);
  expect((await log(hook))[1]).toBe("files.changed waiting 1:http_503 2:http_503");
  expect(Number((await row(hook)).disable_at) - Number(before.disable_at)).toBeLessThan(5_000);
});

test("spec 7.9: neither a resend in flight nor one that died keeps a webhook from being disabled", async () => {
  const hook = await createFailing();
  await query(
    `UPDATE webhook SET lease_until = clock_timestamp() + interval '20 s', resending = true,
       disable_at = clock_timestamp() - interval '1 s', not_before = clock_timestamp(), wake_at = clock_timestamp()
     WHERE id = $1`,
    [hook.id],
  );
  await query("SELECT webhooks_due(200, interval '2 s')", []);
  expect(await hook.read()).toMatchObject({ state: "disabled", disabled_reason: "failing" });
  // Enabled beside it, the resync waits for the end of its lease.
  await verb(hook, "enable");
  const { lease_until: lease, wake_at: wake } = await row(hook);
  expect([wake, lease]).toEqual([lease, expect.any(Date)]);
});

test("spec 7.36: it survives a pause, and an edit drops it", async () => {
  const [paused, edited] = [await createSent(), await createSent()];
  for (const hook of [paused, edited]) await resend(hook, 1);
  await verb(paused, "pause");
  await sendNext(paused);
  expect(paused.received()).toHaveLength(3);
  expect((await resend(paused, 1)).body.detail.code).toBe("webhook_not_active");
  await verb(paused, "resume");
  await sendNext(paused);
  expect(sent(paused).slice(3)).toMatchObject([{ data: { events: [{ path: "/a" }] } }]);
  await edit(edited, { path_prefix: "/in" });
  await sendNext(edited);
  await sendNext(edited);
  expect(sent(edited).slice(3)).toMatchObject([{ type: "files.resync" }]);
});

test("spec 7.36: an idle webhook that is woken for it is not behind what was pruned meanwhile", async () => {
  const hook = await createIdle("/in");
  await hook.put("/out");
  await sendNext(hook);
  await query("UPDATE filesystem SET floor = dispatched_cursor WHERE id = $1", [hook.fs.id]);
  await query("DELETE FROM change WHERE filesystem_id = $1", [hook.fs.id]);
  await resend(hook, 0);
  await hook.put("/in/a");
  await sendNext(hook);
  await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual([
    "files.resync",
    "files.resync",
    "files.changed",
  ]);
});

test("spec 7.36: without its body a message is not resent, and one pruned meanwhile blocks nothing", async () => {
  const hook = await createSent();
  await resend(hook, 1);
  await query("DELETE FROM message WHERE webhook_id = $1", [hook.id]);
  expect((await resend(hook, 0)).body.detail.code).toBe("webhook_resending");
  await sendNext(hook);
  expect(await row(hook)).toMatchObject({ wake_at: null, resend_cursor: null, resending: false });
  expect((await resend(hook, 0)).body.detail.code).toBe("message_not_kept");
  expect(hook.received()).toHaveLength(3);
});

test("a resend is in the audit log; another tenant finds nothing, a read-only key is refused", async () => {
  const hook = await createSent();
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  expect((await resend(hook, 0, stranger.key)).body.detail.code).toBe("not_found");
  expect((await resend(hook, 0, reader.key)).body.detail.code).toBe("no_grant");
  for (const id of ["msg_1", "msg_01kb3x6v7cf2dsk8xkqz4n5w9a"])
    expect(
      (await call(all.service, all.tenant.key, "POST", `${hook.route}/deliveries/${id}:resend`))
        .status,
    ).toBe(404);
  expect(await row(hook)).toMatchObject({ resend_cursor: null });
  const { body } = await resend(hook, 0);
  const { rows } = await query(
    "SELECT action, details FROM audit_entry WHERE target_id = $1 ORDER BY id OFFSET 1",
    [hook.id],
  );
  const details = { filesystem_id: hook.fs.id, message_id: body.id };
  expect(rows).toEqual([{ action: "webhook.resent", details }]);
});
