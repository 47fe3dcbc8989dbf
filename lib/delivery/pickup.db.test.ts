import { afterAll, beforeAll, expect, test } from "vitest";

import type { Db } from "@/lib/db/client";
import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";

import { drain } from "./drain";
import { POLICY } from "./policy";
import { startReconciler } from "./reconciler";

// spec 7.14. The hints of commits are lost: only the reconciler wakes webhooks. Its polls are counted,
// because how long one takes is up to the machine.
const ROUNDS = 9;
let all: Delivering;
let reconciler: ReturnType<typeof startReconciler>;
let polls = 0;
let wokenBy = new Map<string, number>();

beforeAll(async () => {
  const wakeWebhooks = (ids: readonly string[]) => {
    for (const id of ids) {
      wokenBy.set(id, polls);
      void drain(all.service.services, id);
    }
  };
  all = await startDelivering();
  const { services } = all.service;
  const db = services.db.$extends({
    query: {
      $queryRaw({ args, query }) {
        if (args.sql.includes("EXISTS (SELECT FROM filesystem WHERE undispatched)")) polls++;
        return query(args);
      },
    },
  });
  reconciler = startReconciler({ ...services, db: db as unknown as Db, wakeWebhooks });
});
afterAll(async () => {
  await reconciler.stop();
  await all.close();
});

test("spec 7.14: polls follow one another often enough for 0.25 s", () => {
  expect(POLICY.pickupMs + POLICY.pollEveryMs).toBeLessThanOrEqual(240);
});

test("spec 7.14: a change is picked up by the first poll after its grace, even if every hint was lost", async () => {
  const hook = await createHook(all);
  await eventually("the resync", () => hook.received().length === 1);
  for (let n = 0; n < ROUNDS; n++) {
    await eventually("it is idle", async () => (await hook.read()).pending_changes === 0);
    wokenBy = new Map();
    await hook.put(`/f${n}`);
    const begun = polls;
    expect(await eventually("the wake-up", () => wokenBy.get(hook.id))).toBeLessThanOrEqual(
      begun + 2,
    );
    await eventually("its message", () => hook.received().length === n + 2);
  }
});

test("spec 7.14: the first resync waits for two polls at most", async () => {
  for (let n = 0; n < ROUNDS; n++) {
    const hook = await createHook(all);
    const begun = polls;
    await eventually("the resync", () => hook.received().length === 1);
    expect(wokenBy.get(hook.id)).toBeLessThanOrEqual(begun + 2);
  }
});
