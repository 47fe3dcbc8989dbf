import { afterAll, beforeAll, expect, test } from "vitest";

import { startReconciler } from "@/lib/delivery/reconciler";
import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { mostBetween } from "@/testing/endpoint";
import { startServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { STALL_MS } from "@/testing/stall";
import { call } from "@/testing/tenant";

// The verbs as the endpoint's socket sees them, with the engine running.
let all: Delivering;
let reconciler: ReturnType<typeof startReconciler>;
beforeAll(async () => {
  all = await startDelivering(async (options) => {
    const started = await startServiceWithEngine(options);
    return { ...started, close: () => started.closeAll() };
  });
  reconciler = startReconciler(all.service.services);
});
afterAll(async () => {
  await reconciler.stop();
  await all.close();
});

type Hook = Awaited<ReturnType<typeof createHook>>;

const verb = (hook: Hook, name: string) =>
  call(all.service, all.tenant.key, "POST", `${hook.route}:${name}`);

const requests = (hook: Hook, count: number) =>
  eventually(`request ${count}`, () => (hook.received().length >= count ? hook.received() : null));

test("retry-now sends at once what would have waited 5 s, for each of many concurrent calls", async () => {
  all.respond = () => ({ status: 500 });
  const hook = await createHook(all);
  const [first] = await requests(hook, 1);
  await eventually("the wait", async () => (await hook.read()).next_attempt_at !== null);
  all.respond = () => ({ status: 200 });
  const responses = await Promise.all(Array.from({ length: 8 }, () => verb(hook, "retry-now")));
  const [, second] = await requests(hook, 2);
  expect(second?.body).toBe(first?.body);
  expect(mostBetween(first, second)).toBeGreaterThanOrEqual(1_000);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(4_400);
  expect(responses.map(({ status }) => status)).toContain(202);
  await eventually("success", async () => (await hook.read()).cursor === "1");
  expect(hook.received()).toHaveLength(2);
});

test("enable sends a resync at once, then later changes; each is signed with both secrets", async () => {
  all.respond = () => ({ status: 200 });
  const hook = await createHook(all);
  await requests(hook, 1);
  await eventually("success", async () => (await hook.read()).cursor === "1");
  all.respond = () => ({ status: 410 });
  await hook.put("/a");
  await requests(hook, 2);
  await eventually("the wait", async () => (await hook.read()).next_attempt_at !== null);
  await all.service.services.pool.query(
    "UPDATE webhook SET disable_at = clock_timestamp(), not_before = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await eventually("the reconciler", async () => (await hook.read()).disabled_reason === "failing");
  await verb(hook, "rotate-secret");
  await hook.put("/b");
  all.respond = () => ({ status: 200 });
  const enabledAt = performance.now();
  expect((await verb(hook, "enable")).status).toBe(200);
  const resync = (await requests(hook, 3))[2];
  expect((resync?.at ?? 0) - enabledAt).toBeLessThan(STALL_MS);
  expect(JSON.parse(resync?.body ?? "{}").type).toBe("files.resync");
  await hook.put("/c");
  const changed = (await requests(hook, 4))[3];
  expect(JSON.parse(changed?.body ?? "{}").data.events).toMatchObject([{ path: "/c" }]);
  for (const request of [resync, changed]) {
    const { "webhook-signature": signature = "" } = Object.fromEntries(request?.headers ?? []);
    expect(signature.split(" ")).toHaveLength(2);
  }
});
