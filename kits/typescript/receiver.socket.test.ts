import { afterEach, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { type FakeService, startFakeService } from "@/testing/receiver/fake-service";
import { TEST_SECRET } from "@/testing/receiver/sender";

import { createReceiver, memoryStore } from "./index";

let service: FakeService;
beforeEach(async () => {
  service = await startFakeService();
});
afterEach(() => service.close());

test("a listing that another process left is taken over without a message", async () => {
  const store = memoryStore();
  const source = { api: service.origin, key: "tmk_1", org: "org_1", filesystem: "fs_1" };
  const receiver = createReceiver({ secrets: [TEST_SECRET], source, store, checkMs: 20 });
  receiver.start();
  const state = () => store.transaction((transaction) => transaction.read());
  await eventually("the first listing", async () => (await state()).listed === 0n);

  const resync = BigInt(service.change("/a", "lost"));
  await store.transaction(async (transaction) =>
    transaction.save({ ...(await transaction.lock()), resync }),
  );
  await eventually("the listing", async () => (await state()).listed === resync);
  expect([...store.files.keys()]).toEqual(["/a"]);
  await receiver.stop();
});
