import { afterAll, beforeAll, expect, test } from "vitest";

import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { startTestService } from "@/testing/service";

import { drain } from "./drain";

const PER_SECOND = 4;
const WEBHOOKS = 20;

let d: Delivering;
beforeAll(async () => {
  const env = { WEBHOOK_ATTEMPTS_PER_HOST: String(PER_SECOND) };
  d = await startDelivering((options) =>
    startTestService({ ...options, env: { ...options.env, ...env } }),
  );
});
afterAll(() => d.close());

test("webhooks at one host share its attempts of a second, and those that wait arrive too", async () => {
  const { services } = d.service;
  const hooks = [];
  for (let i = 0; i < WEBHOOKS; i++) hooks.push(await createHook(d));
  await Promise.all(hooks.map(({ id }) => drain(services, id)));
  const waiting = hooks.filter(({ received }) => received().length === 0);
  const { rows } = await services.pool.query(
    "SELECT count(*)::int AS n FROM webhook WHERE id = ANY($1) AND wake_at > now() AND failing_since IS NULL",
    [waiting.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ n: waiting.length }]);
  await eventually("all of them", async () => {
    for (const { id, received } of waiting) if (received().length === 0) await drain(services, id);
    return d.endpoint.requests.length === WEBHOOKS;
  });
  const starts = d.endpoint.requests.map(({ at }) => at);
  const leastMs = ((WEBHOOKS - PER_SECOND) / PER_SECOND) * 1_000;
  // The first may reach the endpoint later than it was started.
  expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(leastMs - 1_000);
});
