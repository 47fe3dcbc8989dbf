import { EventEmitter, once } from "node:events";

import { expect, test } from "vitest";

import { createHook, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { STALL_MS } from "@/testing/stall";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { reconcile, startReconciler } from "./reconciler";

// spec 7.9: when a webhook is disabled for failing, and what does not count as a failure.
const all = useDelivering();

const query = (text: string, values: unknown[] = []) =>
  all.service.services.pool.query(text, values);
const row = async ({ id }: Hook) =>
  (await query("SELECT * FROM webhook WHERE id = $1", [id])).rows[0];
const set = ({ id }: Hook, what: string) => query(`UPDATE webhook SET ${what} WHERE id = $1`, [id]);

/** A webhook whose endpoint failed once with a change. */
async function createFailing() {
  const hook = await createHook(all);
  await drain(all.service.services, hook.id);
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  all.respond = () => ({ status: 500 });
  await drain(all.service.services, hook.id);
  return hook;
}

test("a webhook is disabled once its 24 hours are over, whatever it waits for", async () => {
  const hook = await createFailing();
  await set(
    hook,
    "disable_at = clock_timestamp() + interval '300 ms', not_before = clock_timestamp() + interval '1 h', wake_at = clock_timestamp() + interval '300 ms'",
  );
  const reconciler = startReconciler(all.service.services);
  try {
    const seen = await eventually("the end", async () => {
      const now = await row(hook);
      return now.state === "disabled" ? now : null;
    });
    expect(seen.disabled_reason).toBe("failing");
    expect(Number(seen.stopped_at) - Number(seen.disable_at)).toBeGreaterThanOrEqual(0);
    // It would wait for an hour.
    expect(Number(seen.stopped_at) - Number(seen.disable_at)).toBeLessThan(STALL_MS);
  } finally {
    await reconciler.stop();
  }
});

test.for([
  [200, "active"],
  [500, "disabled"],
] as const)(
  "an attempt in flight at the mark decides: after %i it is %s",
  async ([status, state]) => {
    const hook = await createFailing();
    const gate = new EventEmitter();
    const opened = once(gate, "open");
    all.respond = async () => {
      await opened;
      return { status };
    };
    await skipWaits(all, hook.id);
    const inFlight = drain(all.service.services, hook.id);
    await eventually("the request", () => hook.received().length === 3);
    await set(hook, "disable_at = clock_timestamp()");
    await reconcile(all.service.services);
    expect(await row(hook)).toMatchObject({ state: "active" });
    gate.emit("open");
    await inFlight;
    await eventually(`it is ${state}`, async () => {
      await reconcile(all.service.services);
      const now = await row(hook);
      return now.state === state && now.wake_at === null;
    });
    expect(hook.received()).toHaveLength(3);
  },
);

test("an attempt that failed through our fault keeps its number, is retried in 5 to 30 s, and does not count as a failure", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  // A secret that cannot be unsealed.
  await query("UPDATE webhook_secret SET sealed = 'k9.broken' WHERE webhook_id = $1", [hook.id]);
  await set(hook, "not_before = clock_timestamp(), pace_until = 'epoch'");
  const wait = await drain(all.service.services, hook.id);
  expect(wait).toBeGreaterThanOrEqual(5_000);
  expect(wait).toBeLessThanOrEqual(30_000);
  const after = await row(hook);
  expect(after).toMatchObject({
    attempt: before.attempt,
    last_failure: "http_500",
    last_failure_at: before.last_failure_at,
    failing_since: before.failing_since,
  });
  expect(Number(after.disable_at) - Number(before.disable_at)).toBeGreaterThanOrEqual(wait ?? 0);
  const { rows } = await query(
    "SELECT a.outcome FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.webhook_id = $1 ORDER BY a.id DESC LIMIT 1",
    [hook.id],
  );
  expect(rows).toEqual([{ outcome: "ours" }]);
});

test("an attempt that we start late postpones the end by the delay", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  await set(hook, "not_before = clock_timestamp() - interval '10 min', pace_until = 'epoch'");
  await drain(all.service.services, hook.id);
  const pushed = Number((await row(hook)).disable_at) - Number(before.disable_at);
  expect(pushed).toBeGreaterThanOrEqual(599_000);
  expect(pushed).toBeLessThan(605_000);
});

test("a first attempt that fails through our fault does not start the 24 hours", async () => {
  const hook = await createHook(all);
  await query("UPDATE webhook_secret SET sealed = 'k9.broken' WHERE webhook_id = $1", [hook.id]);
  await drain(all.service.services, hook.id);
  expect(await row(hook)).toMatchObject({
    failing_since: null,
    disable_at: null,
    last_failure: null,
    attempt: 0,
  });
});
