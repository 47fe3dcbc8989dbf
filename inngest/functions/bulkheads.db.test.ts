import { afterAll, beforeAll, expect, test } from "vitest";

import { createSemaphore } from "@/lib/concurrency/semaphore";
import { POLICY } from "@/lib/delivery/policy";
import { startReconciler } from "@/lib/delivery/reconciler";
import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { repeats } from "@/testing/repeats";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

// One organisation's endpoints, more than it has slots, hang for the whole acknowledgement time;
// another's must not be affected.
const GOOD = "good.test";
const HANGING = ["hang-0.test", "hang-1.test", "hang-2.test"];
const EACH = 5;
const ROUNDS = 4;
let good: Endpoint;
let hanging: Endpoint;
let service: TestServiceWithEngine;
let reconciler: ReturnType<typeof startReconciler>;

const to = (host: string, { port }: Endpoint) => `${host}:443=127.0.0.1:${port}`;

beforeAll(async () => {
  const ca = await createAuthority();
  const certificate = await ca.issue([GOOD, ...HANGING]);
  good = await startEndpoint({ certificate, respond: () => ({ status: 200 }) });
  hanging = await startEndpoint({ certificate, respond: () => "hang" });
  service = await startServiceWithEngine({
    ca: ca.ca,
    env: {
      WEBHOOK_CONNECT_TO: [to(GOOD, good), ...HANGING.map((host) => to(host, hanging))].join(","),
    },
  });
  reconciler = startReconciler(service.services);
});
afterAll(async () => {
  await reconciler.stop();
  await hanging.close();
  await service.closeAll();
  await good.close();
});

type Tenant = Awaited<ReturnType<typeof createTenant>>;

/** Filesystems of a tenant with five webhooks each. */
async function createHooks(tenant: Tenant, filesystems: number, hosts: readonly string[]) {
  const create = async (n: number) => {
    const { base } = await createFilesystem(service, tenant);
    const path = `/${tenant.orgId}/${n}`;
    for (let i = 0; i < EACH; i++) {
      const url = `https://${hosts[(n * EACH + i) % hosts.length]}${path}`;
      const ask = () => call(service, tenant.key, "POST", `${base}/webhooks`, { url });
      // As callers do when a slow machine has no connection for them.
      await eventually("its webhook", async () => (await ask()).status === 201);
    }
    return { base, path };
  };
  // Few at once: a slow machine would let the others wait for a connection for too long.
  const turn = createSemaphore(4);
  return Promise.all(Array.from({ length: filesystems }, (_, n) => turn(() => create(n))));
}

const count = (path: string) => good.requests.filter((request) => request.path === path).length;

/** Commits changes; the longest wait in ms until one had arrived at all five webhooks. */
async function longestWait(tenant: Tenant, hooks: readonly { base: string; path: string }[]) {
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(
      hooks.map(async ({ base, path }) => {
        const before = count(path);
        await call(service, tenant.key, "PUT", `${base}/files?path=/f`, String(round));
        const committedAt = performance.now();
        await eventually("all five", () => count(path) === before + EACH, 60_000);
        waits.push(performance.now() - committedAt);
      }),
    );
    await eventually("their pace", async () => {
      const { rows } = await service.services.pool.query(
        "SELECT FROM webhook WHERE host = $1 AND (pace_until > clock_timestamp() OR wake_at IS NOT NULL)",
        [GOOD],
      );
      return rows.length === 0;
    });
  }
  return Math.max(...waits);
}

test("many hanging webhooks of one organisation do not delay another's", async () => {
  const [theirs, ours] = [await createTenant(service), await createTenant(service)];
  const hooks = await createHooks(ours, 4, [GOOD]);
  await eventually("their resyncs", () => good.requests.length === 4 * EACH);
  const alone = await longestWait(ours, hooks);
  await createHooks(theirs, repeats(30, 60), HANGING);
  await eventually("many that hang", () => hanging.openSockets() >= 60, 20_000);
  await eventually(
    "an attempt of each",
    async () => {
      const { rows } = await service.services.pool.query(
        "SELECT FROM webhook WHERE host = ANY ($1) AND rev = 0 AND wake_at <= clock_timestamp()",
        [HANGING],
      );
      return rows.length === 0;
    },
    60_000,
  );
  const beside = await longestWait(ours, hooks);
  // One that queues behind a hanging endpoint waits for its whole acknowledgement time.
  expect(beside - alone).toBeLessThan(POLICY.deadlineMs);
  expect(hanging.mostInFlight()).toBeGreaterThanOrEqual(60);
  // Half of the slots: as many as one organisation can take while no other organisation asks for
  // them.
  expect(hanging.mostInFlight()).toBeLessThanOrEqual(96);
}, 240_000);
