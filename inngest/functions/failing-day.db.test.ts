import { afterAll, beforeAll, expect, test } from "vitest";

import { POLICY } from "@/lib/delivery/policy";
import { startReconciler } from "@/lib/delivery/reconciler";
import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { call } from "@/testing/tenant";
import { scaleTime, waitsOfADay } from "@/testing/time-scale";

// spec 7.2, 7.9, 7.10: a whole day of failures in half a minute, with engine, reconciler, sockets and
// database.
const SCALE = 2_880;
let all: Delivering;
let engine: TestServiceWithEngine;
let reconciler: ReturnType<typeof startReconciler>;
let unscaleTime: () => void;

beforeAll(async () => {
  unscaleTime = scaleTime(SCALE);
  all = await startDelivering(async (options) => (engine = await startServiceWithEngine(options)));
  reconciler = startReconciler(all.service.services);
});
afterAll(async () => {
  await reconciler.stop();
  await engine.closeAll();
  await all.endpoint.close();
  unscaleTime();
});

test("a day of failures: 33 attempts of one message, disabled after 24 hours, enabled, and a resync", async () => {
  const { waits, restMs } = waitsOfADay();
  expect(waits).toHaveLength(32);
  const hook = await createHook(all);
  await eventually("the first resync", () => hook.received().length === 1);
  all.respond = () => ({ status: 500 });
  await hook.put("/a");
  const ended = await eventually(
    "the end",
    async () => {
      const seen = await hook.read();
      return seen.state === "disabled" ? seen : null;
    },
    3 * POLICY.disableAfterMs,
  );
  expect(ended).toMatchObject({ disabled_reason: "failing", last_failure: "http_500" });

  const attempts = hook.received().slice(1);
  const late = attempts
    .slice(1)
    .map(({ at }, n) => at - (attempts[n]?.at ?? NaN) - (waits[n] ?? NaN));
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  // Their total delay is taken from the rest of the day; on a fast machine it costs no attempt.
  const lateMs = late.reduce((sum, ms) => sum + ms, 0);
  const without = Math.max(0, Math.ceil((lateMs - restMs) / POLICY.lastRetryMs));
  expect(attempts.length).toBeLessThanOrEqual(33);
  expect(attempts.length).toBeGreaterThanOrEqual(33 - without);
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
  expect(new Set(attempts.map((request) => headerOf(request, "webhook-id"))).size).toBe(1);

  const { rows } = await all.service.services.pool.query(
    `SELECT extract(epoch FROM disable_at - failing_since)::float8 * 1000 AS day, not_before >= disable_at AS full,
       extract(epoch FROM stopped_at - disable_at)::float8 * 1000 AS late FROM webhook WHERE id = $1`,
    [hook.id],
  );
  // An attempt that we start late postpones the end, so this can be more than a day.
  expect(rows[0].full).toBe(true);
  expect(rows[0].day).toBeGreaterThanOrEqual(POLICY.disableAfterMs - 1);
  expect(rows[0].day).toBeLessThanOrEqual(POLICY.disableAfterMs + lateMs);
  expect(rows[0].late).toBeGreaterThanOrEqual(0);

  all.respond = () => ({ status: 200 });
  const before = hook.received().length;
  expect((await call(all.service, all.tenant.key, "POST", `${hook.route}:enable`)).status).toBe(
    200,
  );
  const resync = await eventually("the resync", () => hook.received()[before]);
  expect(JSON.parse(resync.body)).toMatchObject({ type: "files.resync", data: { events: [] } });
  await hook.put("/b");
  const next = await eventually("a later change", () => hook.received()[before + 1]);
  expect(JSON.parse(next.body).data.events).toMatchObject([{ path: "/b" }]);
}, 240_000);

const headerOf = ({ headers }: { headers: [string, string][] }, name: string) =>
  headers.find(([key]) => key === name)?.[1];
