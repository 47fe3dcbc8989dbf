import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { whileHeld } from "@/testing/held";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();
const { verb, edit, row, sent, log, sendNext, createIdle, createFailing, query } = createVerbs(all);

const held = <T>(statement: string, hook: Hook, meanwhile: () => Promise<T>) =>
  whileHeld(all.service.services.pool, [statement, [hook.id, hook.fs.id]], meanwhile);

const EDIT = `SELECT webhook_edit($1, f.org_id, $2, 'https://receiver.test/races-moved', 'receiver.test', NULL, NULL)
  FROM filesystem f WHERE f.id = $2`;
const RESYNC = "SELECT webhook_resync($1, $2)";
const START = `SELECT s.* FROM webhook w, webhook_start(w.id, w.rev, NULL, NULL, NULL, NULL, interval '20 s') s
  WHERE w.id = $1 AND w.filesystem_id = $2`;

async function createWaiting() {
  const hook = await createFailing();
  await skipWaits(all, hook.id);
  return hook;
}

/** An idle webhook with a change that a run is about to send. */
async function createDue(prefix?: string) {
  const hook = await createIdle(prefix);
  await hook.put("/in/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  return hook;
}

test.for([createWaiting, createDue])(
  "spec 7.34: of an edit and a start at once, an edit that commits first leaves nothing for the old URL",
  async (create) => {
    const hook = await create();
    const before = hook.received().length;
    await held(EDIT, hook, () => drain(all.service.services, hook.id));
    expect(hook.received()).toHaveLength(before);
    expect(await row(hook)).toMatchObject({ resync: true, msg_id: null, lease_until: null });
    await sendNext(hook);
    expect(hook.received()).toHaveLength(before);
    expect((await log(hook)).at(-1)).toBe("files.resync delivered 1:delivered");
  },
);

test("spec 7.34: so does one of a webhook whose last attempt died with its process", async () => {
  const hook = await createWaiting();
  await query(START, [hook.id, hook.fs.id]);
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await held(EDIT, hook, () => drain(all.service.services, hook.id));
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.34: a start that commits first keeps its lease, and its message is dropped", async () => {
  const hook = await createWaiting();
  expect((await held(START, hook, () => edit(hook, { path_prefix: "/in" }))).status).toBe(200);
  const after = await row(hook);
  expect(after).toMatchObject({ msg_id: null, attempt: 0, wake_at: after.lease_until });
  await sendNext(hook);
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.34: changes that a fan-out under way judges by the old prefix are in the resync or after it", async () => {
  const hook = await createIdle("/out");
  await query("SELECT entry_mkdir($1, '/in', false, 493, 'api')", [hook.fs.id]);
  const fanOut = "SELECT filesystem_fan_out($2, 5000, interval '2 s') FROM (SELECT $1::text) x";
  await held(fanOut, hook, async () => {
    await edit(hook, { path_prefix: "/in" });
    await hook.put("/in/later");
  });
  await sendNext(hook);
  await sendNext(hook);
  const [, resync, changed] = sent(hook);
  expect(resync.type).toBe("files.resync");
  // The marker is after both changes, so no message about them follows.
  expect(changed).toBeUndefined();
  await hook.put("/in/last");
  await sendNext(hook);
  expect(sent(hook)[2]).toMatchObject({ data: { events: [{ path: "/in/last" }] } });
});

test("spec 7.13: whichever is first, edit or the end of access, the webhook ends up disabled", async () => {
  const lost = `SELECT access_ended(w.created_by, f.org_id, f.id, false) FROM webhook w
    JOIN filesystem f ON f.id = w.filesystem_id WHERE w.id = $1 AND f.id = $2`;
  const [first, second] = [await createIdle(), await createIdle()];
  expect((await held(lost, first, () => edit(first, { path_prefix: "/in" }))).status).toBe(409);
  await held(EDIT, second, () => query(lost, [second.id, second.fs.id]));
  for (const hook of [first, second])
    expect(await row(hook)).toMatchObject({ state: "disabled", wake_at: null });
});

test("spec 7.35: a resync that commits while a message is built is sent in its place", async () => {
  const hook = await createDue();
  await held(RESYNC, hook, () => drain(all.service.services, hook.id));
  expect(hook.received()).toHaveLength(1);
  await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual(["files.resync", "files.resync"]);
});

test("spec 7.35: a start that commits first is followed by the resync", async () => {
  const hook = await createWaiting();
  expect((await held(START, hook, () => verb(hook, "resync"))).status).toBe(202);
  expect(await row(hook)).toMatchObject({ resync: true, attempt: 2 });
});
