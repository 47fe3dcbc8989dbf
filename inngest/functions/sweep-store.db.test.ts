import { expect, test } from "vitest";

import type { Area } from "@/lib/entries/blob-store";
import { listArea, longText, setAge, writeBlob } from "@/testing/blobs";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { useTimers } from "@/testing/timers";

const FIVE_MINUTES = 300_000;
// 04:25.
const timers = useTimers((4 * 12 + 5) * FIVE_MINUTES);

const hashesIn = async (area: Area) =>
  (await listArea(timers.service().services.blobs, area)).map(({ hash }) => hash);

test("every four hours the engine finds in the store what no file ever had", async () => {
  const service = timers.service();
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
  timers.strike();
  await eventually("the sweep", async () => (await hashesIn("trash")).length === 2);
  expect(await hashesIn("trash")).toEqual([first, second]);
  expect((await call(service, tenant.key, "GET", `${base}/files?path=/f`)).body).toBe(
    longText("used"),
  );
});
