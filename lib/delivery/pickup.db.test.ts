import { afterAll, beforeAll, expect, test } from "vitest";

import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";

import { drain } from "./drain";
import { startReconciler } from "./reconciler";

// spec 7.14. The hints of commits are lost: only the reconciler wakes webhooks.
const ROUNDS = 9;
let all: Delivering;
let reconciler: ReturnType<typeof startReconciler>;
let wokenAt = new Map<string, number>();

beforeAll(async () => {
  const wakeWebhooks = (ids: readonly string[]) => {
    for (const id of ids) {
      wokenAt.set(id, performance.now());
      void drain(all.service.services, id);
    }
  };
  all = await startDelivering();
  reconciler = startReconciler({ ...all.service.services, wakeWebhooks });
});
afterAll(async () => {
  await reconciler.stop();
  await all.close();
});

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

test("spec 7.14: a change is picked up within 0.25 s even if every hint was lost", async () => {
  const hook = await createHook(all);
  await eventually("the resync", () => hook.received().length === 1);
  const took: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    await eventually("it is idle", async () => (await hook.read()).pending_changes === 0);
    wokenAt = new Map();
    await hook.put(`/f${n}`);
    const committedAt = performance.now();
    took.push((await eventually("the wake-up", () => wokenAt.get(hook.id))) - committedAt);
    await eventually("its message", () => hook.received().length === n + 2);
  }
  expect(median(took)).toBeLessThanOrEqual(250);
});

test("spec 7.14: the first resync comes within about a second of creation", async () => {
  const took: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const hook = await createHook(all);
    const createdAt = performance.now();
    await eventually("the resync", () => hook.received().length === 1);
    took.push((hook.received()[0]?.at ?? Infinity) - createdAt);
  }
  expect(median(took)).toBeLessThanOrEqual(1_000);
});
