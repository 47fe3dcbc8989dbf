import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { pruneDeliveries } from "@/lib/delivery/log/prune-deliveries";
import { POLICY } from "@/lib/delivery/policy";
import { firstIdAt } from "@/lib/ids";
import { createHook, useDelivering } from "@/testing/delivering";
import { lockWaits } from "@/testing/lock-waits";
import { call } from "@/testing/tenant";

const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000;
const all = useDelivering();

test("a webhook is deleted while its old deliveries are pruned, which lock in another order", async () => {
  const { service, tenant } = all;
  const { db, pool } = service.services;
  const hooks = [await createHook(all), await createHook(all)] as const;
  for (const [i, { id }] of hooks.entries()) {
    await drain(service.services, id);
    await pool.query(
      "DELETE FROM attempt WHERE delivery_id IN (SELECT id FROM delivery WHERE webhook_id = $1)",
      [id],
    );
    const old = firstIdAt("msg", Date.now() - EIGHT_DAYS_MS + i);
    await pool.query("UPDATE delivery SET id = $2 WHERE webhook_id = $1", [id, old]);
  }
  const [held, deleted] = hooks;
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM message WHERE webhook_id = $1 FOR UPDATE", [held.id]);
  // It has the deliveries of both and waits for a body of the first.
  const pruned = pruneDeliveries(db, POLICY);
  await lockWaits(db);
  // It has the bodies of the second and waits for its deliveries.
  const deletion = call(service, tenant.key, "DELETE", deleted.route);
  await lockWaits(db, 2);
  await holder.query("ROLLBACK");
  holder.release();
  expect((await deletion).status).toBe(204);
  await pruned;
  const left = await pool.query("SELECT FROM delivery WHERE webhook_id = ANY ($1)", [
    hooks.map(({ id }) => id),
  ]);
  expect(left.rowCount).toBe(0);
});
