import { expect, test } from "vitest";

import { createHook, useDelivering } from "@/testing/delivering";
import { lockWaits } from "@/testing/lock-waits";
import { call } from "@/testing/tenant";

import { drain } from "./drain";
import { reconcile } from "./reconciler";

const all = useDelivering();
const PER_FILESYSTEM = 5;

test("webhooks of filesystems that are written to for long leave others their connections", async () => {
  const { service } = all;
  const { db, pool } = service.services;
  const other = await createHook(all);
  const busy: Awaited<ReturnType<typeof createHook>>[] = [];
  for (let n = 0; n < pool.options.max / PER_FILESYSTEM; n++) {
    const hook = await createHook(all);
    busy.push(hook);
    for (let i = 1; i < PER_FILESYSTEM; i++) {
      const url = `https://receiver.test/${n}-${i}`;
      const { body } = await call(service, hook.creator.key, "POST", `${hook.fs.base}/webhooks`, {
        url,
      });
      busy.push({ ...hook, id: String(body.id) });
    }
  }
  // As many resyncs as there are connections, of filesystems in which large trees are moved.
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM filesystem WHERE id = ANY ($1) FOR NO KEY UPDATE", [
    busy.map(({ fs }) => fs.id),
  ]);
  const starts = busy.map(({ id }) => drain(service.services, id));
  await drain(service.services, other.id);
  expect(other.received()).toHaveLength(1);
  // Each gave up and waits for its turn.
  expect(await Promise.all(starts)).toEqual(busy.map(() => null));
  await lockWaits(db, 0);
  await reconcile(service.services);
  const waiting = await pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM webhook WHERE wake_at > clock_timestamp()",
  );
  expect(waiting.rows[0]?.n).toBeGreaterThanOrEqual(busy.length);
  await holder.query("ROLLBACK");
  holder.release();
  await expect
    .poll(async () => {
      await Promise.all(busy.map(({ id }) => drain(service.services, id)));
      return busy[0]?.received().length;
    })
    .toBe(1);
});
