import { expect, test } from "vitest";

import { listArea, longText, setAge } from "@/testing/blobs";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { useTimers } from "@/testing/timers";

const TEN_MINUTES = 600_000;
const timers = useTimers(2 * TEN_MINUTES);

test("every ten minutes the engine runs the sweep: used blobs stay, unused ones are deleted", async () => {
  const service = timers.service();
  const { blobs, pool } = service.services;
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  for (const content of [longText("first"), longText("second"), "small"])
    await call(service, tenant.key, "PUT", `${base}/files?path=/f`, content);
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, longText("second"));
  await pool.query("UPDATE former_content SET left_at = now() - interval '2 hours'");
  await setAge(blobs, new Date(Date.now() - 12 * TEN_MINUTES));
  const { id: deleted } = await createFilesystem(service, tenant);
  await pool.query("SELECT filesystem_delete($1, $2)", [deleted, tenant.orgId]);
  timers.strike();
  await eventually("the sweep", async () => (await listArea(blobs, "trash")).length === 1);
  expect(await listArea(blobs, "blobs")).toHaveLength(1);
  const small = "SELECT FROM content";
  await eventually("its row", async () => (await pool.query(small)).rowCount === 0);
  const nodes = "SELECT FROM node WHERE filesystem_id = $1";
  await eventually(
    "its nodes are purged",
    async () => (await pool.query(nodes, [deleted])).rowCount === 0,
  );
  expect((await call(service, tenant.key, "GET", `${base}/files?path=/f`)).body).toBe(
    longText("second"),
  );
});
