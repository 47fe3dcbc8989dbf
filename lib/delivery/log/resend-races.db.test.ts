import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { whileHeld } from "@/testing/held";
import { call } from "@/testing/tenant";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();
const { verb, edit, query, row, sent, log, sendNext, createIdle } = createVerbs(all);

const held = <T>(statement: string, hook: Hook, meanwhile: () => Promise<T>) =>
  whileHeld(all.service.services.pool, [statement, [hook.id]], meanwhile);

const WAITING =
  "SELECT s.* FROM webhook w, webhook_start_resend(w.id, w.rev, interval '20 s') s WHERE w.id = $1";
const REQUEST = `SELECT webhook_resend(w.id, w.filesystem_id, (SELECT min(d.id) FROM delivery d WHERE d.webhook_id = w.id))
  FROM webhook w WHERE w.id = $1`;

async function createRequested() {
  const hook = await createIdle();
  await query(REQUEST, [hook.id]);
  await skipWaits(all, hook.id);
  return hook;
}

test("spec 7.36: of two runs at once one sends it", async () => {
  const hook = await createRequested();
  const runs = [1, 2, 3].map(() => drain(all.service.services, hook.id));
  expect(await Promise.all(runs)).toEqual([null, null, null]);
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.36: a start that commits first keeps a message from starting beside it", async () => {
  const hook = await createRequested();
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await held(WAITING, hook, () => drain(all.service.services, hook.id));
  expect(hook.received()).toHaveLength(1);
  await drain(all.service.services, hook.id);
  expect(hook.received()).toHaveLength(1);
});

test("spec 7.36: a pause or an edit that commits first leaves nothing to start", async () => {
  const [paused, edited] = [await createRequested(), await createRequested()];
  await held(
    "SELECT webhook_pause(w.id, w.filesystem_id) FROM webhook w WHERE w.id = $1",
    paused,
    () => drain(all.service.services, paused.id),
  );
  await held(
    "SELECT webhook_edit(w.id, f.org_id, f.id, NULL, NULL, '/in', NULL) FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE w.id = $1",
    edited,
    () => drain(all.service.services, edited.id),
  );
  expect([paused.received().length, edited.received().length]).toEqual([1, 1]);
});

test("spec 7.36: an edit beside one in flight keeps its lease, and the resync follows its record", async () => {
  const hook = await createRequested();
  const response = await held(WAITING, hook, () => edit(hook, { path_prefix: "/in" }));
  expect(response.status).toBe(200);
  const before = await row(hook);
  expect(before).toMatchObject({ resending: true, wake_at: before.lease_until });
  await drain(all.service.services, hook.id);
  expect(hook.received()).toHaveLength(1);
  await query(
    `SELECT webhook_record_resend(w.id, w.rev, 'att_1', (SELECT min(id) FROM delivery WHERE webhook_id = w.id), 2,
       'http_500', NULL, 500, '1 s', '1 s', '1.02 s', '2 s') FROM webhook w WHERE w.id = $1`,
    [hook.id],
  );
  await sendNext(hook);
  expect(await log(hook)).toEqual([
    "files.resync delivered 1:delivered 2:http_500",
    "files.resync delivered 1:delivered",
  ]);
});

test("spec 7.36: a message that is built while it is requested goes first", async () => {
  const hook = await createIdle();
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await held(REQUEST, hook, () => drain(all.service.services, hook.id));
  await sendNext(hook);
  await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual([
    "files.resync",
    "files.changed",
    "files.resync",
  ]);
});

test("spec 7.36: changes outside the prefix that are skipped while it is requested do not lose it", async () => {
  const hook = await createIdle("/in");
  await query(
    "UPDATE webhook SET target_cursor = position + 1, wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await hook.put("/out");
  await held(REQUEST, hook, () => drain(all.service.services, hook.id));
  await sendNext(hook);
  expect(sent(hook)).toHaveLength(2);
});

test("spec 7.36: of a resend and a message that start at once, the end of the lease decides", async () => {
  const hook = await createRequested();
  await query(WAITING, [hook.id]);
  const resent = await call(all.service, all.tenant.key, "GET", `${hook.route}/deliveries`);
  expect(resent.body[0].status).toBe("delivered");
  expect((await verb(hook, "resync")).status).toBe(202);
  await drain(all.service.services, hook.id);
  expect(hook.received()).toHaveLength(1);
  await query("UPDATE webhook SET lease_until = clock_timestamp() WHERE id = $1", [hook.id]);
  await sendNext(hook);
  expect((await log(hook)).at(-1)).toBe("files.resync delivered 1:delivered");
});
