import { afterAll, beforeAll, expect, test } from "vitest";

import { createHook, type Delivering, startDelivering } from "@/testing/delivering";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { recordTransactions } from "@/testing/record-transactions";

const ROUNDS = 5;

let all: Delivering;
let service: TestServiceWithEngine;
beforeAll(async () => {
  all = await startDelivering(async (options) => (service = await startServiceWithEngine(options)));
});
afterAll(async () => {
  await all.endpoint.close();
  await service.closeAll();
});

test("a change at rest takes four transactions and one run until the endpoint has its first byte", async () => {
  const hook = await createHook(all);
  await eventually("the resync", () => hook.received().length === 1);
  const counts: string[][] = [];
  for (let n = 0; n < ROUNDS; n++) {
    await eventually("it sleeps and its pace is over", async () => {
      const { wake_at, pace_until } = await service.services.db.webhook.findUniqueOrThrow({
        where: { id: hook.id },
      });
      return wake_at === null && pace_until.getTime() < Date.now();
    });
    const { started } = service.stats();
    const { begun, stop } = recordTransactions();
    all.respond = () => {
      counts.push(begun());
      // Each event starts a run, and a run in its first call has had no other.
      expect(service.stats()).toMatchObject({ started: started + 1, calls: 1 });
      return { status: 200 };
    };
    await hook.put(`/file-${n}`);
    await eventually("its message", () => hook.received().length === n + 2);
    stop();
  }
  // What runs meanwhile for other reasons is in some rounds only.
  const fewest = counts.toSorted((a, b) => a.length - b.length)[0] ?? [];
  expect(fewest.length, fewest.join("\n")).toBeLessThanOrEqual(4);
});
