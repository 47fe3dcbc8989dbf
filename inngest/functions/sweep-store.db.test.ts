import { afterAll, beforeAll, expect, test } from "vitest";

import type { Area } from "@/lib/entries/blob-store";
import { listArea, longText, setAge, writeBlob } from "@/testing/blobs";
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

const hashesIn = async (area: Area) =>
  (await listArea(service.services.blobs, area)).map(({ hash }) => hash);

test("every four hours the engine finds in the store what no file ever had", async () => {
  const { blobs } = service.services;
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, longText("used"));
  for (const text of ["orphan", "another"])
    await writeBlob(
      blobs,
      (async function* () {
        yield Buffer.from(longText(text));
      })(),
    );
  const stored = await hashesIn("blobs");
  await setAge(blobs, new Date(Date.now() - 24 * FIVE_MINUTES));
  const [used] = await service.services.db.node.findMany({ where: { blob_hash: { not: null } } });
  const [first, second] = stored.filter((hash) => !hash.equals(used?.blob_hash ?? hash));
  // What a run leaves because it has come far enough is looked at by another one.
  const { inngest, storeSwept } = await import("@/inngest/client");
  await inngest.send(storeSwept.create({ from: first!.toString("hex") }));
  await eventually("the rest of a sweep", async () => (await hashesIn("trash")).length > 0);
  expect(await hashesIn("trash")).toEqual([second]);
  clock.strikes = true;
  await eventually("the sweep", async () => (await hashesIn("trash")).length === 2);
  expect(await hashesIn("trash")).toEqual([first, second]);
  expect((await call(service, tenant.key, "GET", `${base}/files?path=/f`)).body).toBe(
    longText("used"),
  );
});
