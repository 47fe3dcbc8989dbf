import { afterAll, beforeAll, expect, test } from "vitest";

import { longText, writeBlob } from "@/testing/blobs";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const FIVE_MINUTES = 300_000;
let service: TestServiceWithEngine;

// The engine's clock stands just before 04:25 until it is moved on.
const clock = { strikes: false };
const now = () => (4 * 12 + 5) * FIVE_MINUTES + (clock.strikes ? 1 : -200);

beforeAll(async () => {
  service = await startServiceWithEngine({}, true, now);
});
afterAll(() => service.closeAll());

test("every four hours the engine finds in the store what no file ever had", async () => {
  const { blobs } = service.services;
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, longText("used"));
  const orphan = await writeBlob(
    blobs,
    (async function* () {
      yield Buffer.from(longText("orphan"));
    })(),
  );
  const twoHoursAgo = new Date(Date.now() - 24 * FIVE_MINUTES);
  for (const { hash } of (await blobs.list("blobs", null)).blobs) {
    await blobs.move(hash, "trash", twoHoursAgo);
    await blobs.move(hash, "blobs", twoHoursAgo);
  }
  clock.strikes = true;
  await eventually("the sweep", async () => (await blobs.list("trash", null)).blobs.length === 1);
  const [trashed] = (await blobs.list("trash", null)).blobs;
  expect(trashed?.hash).toEqual(orphan.hash);
  expect((await call(service, tenant.key, "GET", `${base}/files?path=/f`)).body).toBe(
    longText("used"),
  );
});
