import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openServices } from "@/lib/server/open-services";
import type { Services } from "@/lib/services";
import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { mostBetween } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { createRandom } from "@/testing/fuzz/random";

import { drain } from "./drain";
import { startReconciler } from "./reconciler";

// Two reconcilers and two workers on one database, each with its own connections and slots, on an
// engine that loses, duplicates and delays wake-ups. All hints of commits are lost.
const WRITES = 40;
const seed = Number(process.env["LIFE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const random = createRandom(seed);

let all: Delivering;
const others: Services[] = [];
const reconcilers: ReturnType<typeof startReconciler>[] = [];
const runs = new Set<Promise<unknown>>();

beforeAll(async () => {
  all = await startDelivering();
  for (let n = 0; n < 2; n++) {
    const process: Services = await openServices(all.service.services.settings, {
      changesCommitted: () => undefined,
      wakeWebhooks: (ids) => ids.forEach((id) => wake(process, id)),
    });
    others.push(process);
    reconcilers.push(startReconciler(process));
  }
});
afterAll(async () => {
  await Promise.all(reconcilers.map((reconciler) => reconciler.stop()));
  await Promise.allSettled(runs);
  await Promise.all(others.map((process) => process.close()));
  await all.close();
});

// Each lost wake-up doubles the reconciler's wait for the next: more than these in a row take
// longer than the test.
const MOST_LOST = 3;
const lost = new Map<string, number>();

/** Drains a webhook as a worker does, or never, or twice, or late, in any of the processes. */
function wake(process: Services, id: string): void {
  const inARow = lost.get(id) ?? 0;
  const isLost = inARow < MOST_LOST && random.chance(20);
  lost.set(id, isLost ? inARow + 1 : 0);
  if (isLost) return;
  for (const each of random.chance(30) ? others : [process]) {
    const run = sleep(random.below(80)).then(() => drain(each, id));
    runs.add(run);
    void run.finally(() => runs.delete(run)).catch(() => undefined);
  }
}

type Hook = Awaited<ReturnType<typeof createHook>>;

const upToDate = async ({ id }: Hook) => {
  const { rows } = await all.service.services.pool.query(
    `SELECT wake_at IS NULL AND NOT undispatched AS done FROM webhook w
     JOIN filesystem f ON f.id = w.filesystem_id WHERE w.id = $1`,
    [id],
  );
  return rows[0].done === true;
};

test(`spec 7.2, 7.5, 7.14: two processes send each message once at a time, in order, and lose none (LIFE_SEED=${seed})`, async () => {
  const hooks = await Promise.all(Array.from({ length: 4 }, () => createHook(all)));
  const inFlight = new Map<string, number>();
  const overlaps: string[] = [];
  all.respond = async ({ path }) => {
    const now = (inFlight.get(path) ?? 0) + 1;
    if (now > 1) overlaps.push(path);
    inFlight.set(path, now);
    await sleep(random.below(50));
    inFlight.set(path, now - 1);
    return { status: 200 };
  };
  for (let n = 0; n < WRITES; n++) {
    expect((await random.pick(hooks).put(`/f${n}`)).status).toBeLessThan(300);
    await sleep(random.below(100));
  }
  // A first resync may account for all earlier changes; later ones arrive as changes.
  const known = async () => hooks.every((hook) => hook.received().length > 0);
  await eventually("every first resync has come", known, 30_000);
  for (const hook of hooks) expect((await hook.put("/last")).status).toBeLessThan(300);
  await eventually(
    "all is delivered",
    async () => (await Promise.all(hooks.map(upToDate))).every(Boolean),
    30_000,
  );
  expect(overlaps).toEqual([]);
  for (const hook of hooks) await check(hook);
}, 90_000);

/**
 * Cursors rise, starts are a second apart, and every change after the first resync arrives once and
 * in order.
 */
async function check(hook: Hook): Promise<void> {
  const received = hook.received();
  const messages = received.map(({ body }) => JSON.parse(body));
  const cursors = messages.map(({ data }) => Number(data.cursor));
  expect(cursors).toEqual([...new Set(cursors)].toSorted((a, b) => a - b));
  for (const [i, request] of received.entries())
    if (i > 0) expect(mostBetween(received[i - 1], request)).toBeGreaterThanOrEqual(1_000);
  const { rows } = await all.service.services.pool.query(
    "SELECT path FROM change WHERE filesystem_id = $1 AND cursor > $2 AND path IS NOT NULL ORDER BY cursor",
    [hook.fs.id, cursors[0]],
  );
  expect(rows.length).toBeGreaterThan(0);
  const arrived = messages.flatMap(({ data }) =>
    data.events.map(({ path }: { path: string }) => path),
  );
  expect(arrived).toEqual(rows.map(({ path }) => path));
}
