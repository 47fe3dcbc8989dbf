import { EventEmitter, once } from "node:events";

import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { createHook, grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { mostBetween } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { call, createKey, createTenant } from "@/testing/tenant";

const all = useDelivering();

const retryNow = (hook: Hook, key = all.tenant.key) =>
  call(all.service, key, "POST", `${hook.route}:retry-now`);

/** A webhook whose first message failed once, so that the second attempt waits 5 s. */
async function createRetrying() {
  const hook = await createHook(all);
  all.respond = () => ({ status: 500 });
  await drain(all.service.services, hook.id);
  all.respond = () => ({ status: 200 });
  return hook;
}

const inMs = (time: string) => Date.parse(time) - Date.now();

test("spec 7.11: the waiting attempt comes forward, no sooner than a second after the last start", async () => {
  const hook = await createRetrying();
  expect(inMs((await hook.read()).next_attempt_at)).toBeGreaterThan(3_000);
  const { status, body } = await retryNow(hook);
  expect(status).toBe(202);
  expect(inMs(body.next_attempt_at)).toBeLessThan(1_100);
  expect(all.service.woken.at(-1)).toBe(hook.id);
  expect(await drain(all.service.services, hook.id)).toBeNull();
  const [first, second] = hook.received();
  expect(second?.body).toBe(first?.body);
  expect(mostBetween(first, second)).toBeGreaterThanOrEqual(1_000);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(3_000);
});

test("spec 7.11: while an attempt is in flight it has no effect, however often it is called", async () => {
  const hook = await createHook(all);
  const responded = new EventEmitter();
  all.respond = async () => {
    await once(responded, "now");
    return { status: 500 };
  };
  const running = drain(all.service.services, hook.id);
  await eventually("the first attempt", () => hook.received().length === 1);
  for (let n = 0; n < 5; n++) {
    expect((await retryNow(hook)).status).toBe(202);
    expect(await drain(all.service.services, hook.id)).toBeNull();
  }
  expect(hook.received()).toHaveLength(1);
  responded.emit("now");
  expect(await running).toBeGreaterThan(4_000);
  expect(inMs((await hook.read()).next_attempt_at)).toBeGreaterThan(3_000);
  expect(all.endpoint.mostInFlight()).toBe(1);
});

test("spec 7.11: a failed manual attempt leaves the scheduled one where it is, and the backoff too", async () => {
  const hook = await createRetrying();
  all.respond = () => ({ status: 500 });
  const scheduled = (await hook.read()).next_attempt_at;
  for (let attempt = 2; attempt <= 3; attempt++) {
    await retryNow(hook);
    const waitMs = await drain(all.service.services, hook.id);
    expect(hook.received()).toHaveLength(attempt);
    expect((await hook.read()).next_attempt_at).toBe(scheduled);
    expect(Math.abs((waitMs ?? 0) - inMs(scheduled))).toBeLessThan(500);
  }
  // What follows the scheduled attempt is the wait after a second failure, not after a fourth.
  await skipWaits(all, hook.id);
  expect(await drain(all.service.services, hook.id, () => 1)).toBe(10_000);
  expect(hook.received()).toHaveLength(4);
  expect(await hook.read()).toMatchObject({
    last_failure: "http_500",
    last_failure_detail: "answered",
  });
  const [delivery] = (await call(all.service, all.tenant.key, "GET", `${hook.route}/deliveries`))
    .body;
  expect(delivery.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4]);
});

test("spec 7.11: what a manual attempt left behind concerns no later message", async () => {
  const hook = await createRetrying();
  const { services } = all.service;
  all.respond = () => ({ status: 500 });
  await retryNow(hook);
  await drain(services, hook.id);
  // The third attempt is a manual one that succeeds long before the scheduled one.
  await services.pool.query(
    "UPDATE webhook SET not_before = clock_timestamp() + interval '1 h' WHERE id = $1",
    [hook.id],
  );
  all.respond = () => ({ status: 200 });
  await retryNow(hook);
  await drain(services, hook.id);
  expect(await hook.read()).toMatchObject({ failing_since: null });
  await hook.put("/later");
  all.respond = () => ({ status: 500 });
  await skipWaits(all, hook.id);
  expect(await drain(services, hook.id, () => 1)).toBe(5_000);
  expect(Math.abs(inMs((await hook.read()).next_attempt_at) - 5_000)).toBeLessThan(1_000);
});

test("spec 7.11: a manual attempt that fails by our fault is made again, and the scheduled one stays", async () => {
  const hook = await createRetrying();
  await all.service.services.pool.query(
    "UPDATE webhook SET not_before = clock_timestamp() + interval '1 h' WHERE id = $1",
    [hook.id],
  );
  const scheduled = (await hook.read()).next_attempt_at;
  await retryNow(hook);
  const { services } = all.service;
  // A secret that cannot be unsealed is our fault.
  const seal = (change: string) =>
    services.pool.query(`UPDATE webhook_secret SET sealed = ${change} WHERE webhook_id = $1`, [
      hook.id,
    ]);
  await seal("'x' || sealed");
  expect(await drain(services, hook.id, () => 0)).toBe(5_000);
  expect(inMs((await hook.read()).next_attempt_at)).toBeLessThan(5_100);
  await seal("substr(sealed, 2)");
  await skipWaits(all, hook.id);
  all.respond = () => ({ status: 500 });
  await drain(services, hook.id);
  expect((await hook.read()).next_attempt_at).toBe(scheduled);
});

test("spec 7.11: without a waiting message it is refused", async () => {
  const fresh = await createHook(all);
  const idle = await createHook(all);
  await drain(all.service.services, idle.id);
  const disabled = await createRetrying();
  await all.service.services.pool.query(
    `UPDATE webhook SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL WHERE id = $1`,
    [disabled.id],
  );
  for (const hook of [fresh, idle, disabled]) {
    const { status, body } = await retryNow(hook);
    expect([status, body.detail.code]).toEqual([409, "webhook_not_retrying"]);
  }
});

test("spec 7.9: it does not revive a webhook whose 24 hours are over", async () => {
  const hook = await createRetrying();
  await all.service.services.pool.query(
    `UPDATE webhook SET disable_at = clock_timestamp() - interval '1 ms',
       not_before = clock_timestamp(), pace_until = 'epoch' WHERE id = $1`,
    [hook.id],
  );
  expect((await retryNow(hook)).status).toBe(202);
  await drain(all.service.services, hook.id);
  expect(hook.received()).toHaveLength(1);
});

test("another tenant finds nothing, a read-only key is refused, and the wait stays", async () => {
  const hook = await createRetrying();
  const before = (await hook.read()).next_attempt_at;
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  expect((await retryNow(hook, stranger.key)).body.detail.code).toBe("not_found");
  expect((await retryNow(hook, reader.key)).body.detail.code).toBe("no_grant");
  expect((await hook.read()).next_attempt_at).toBe(before);
});
