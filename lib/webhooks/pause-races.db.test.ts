import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { whileHeld } from "@/testing/held";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();

const { verb, row, createIdle, createFailing, sendNext } = createVerbs(all);

const held = <T>(statement: string, hook: Hook, meanwhile: () => Promise<T>) =>
  whileHeld(
    all.service.services.pool,
    [statement, statement.includes("$2") ? [hook.id, hook.fs.id] : [hook.id]],
    meanwhile,
  );

const PAUSE = "SELECT webhook_pause($1, $2)";
const RESUME = "SELECT webhook_resume($1, $2)";
const START = `SELECT s.* FROM webhook w, webhook_start(w.id, w.rev, NULL, NULL, NULL, NULL, interval '20 s') s WHERE w.id = $1`;

async function createWaiting() {
  const hook = await createFailing();
  await skipWaits(all, hook.id);
  return hook;
}

test("spec 7.33: of a pause and a start at once, a pause that commits first leaves nothing to start", async () => {
  const hook = await createWaiting();
  await held(PAUSE, hook, () => drain(all.service.services, hook.id));
  expect(hook.received()).toHaveLength(2);
  expect(await row(hook)).toMatchObject({ state: "paused", lease_until: null, attempt: 1 });
});

test("spec 7.33: so does one of a webhook whose last attempt died with its process", async () => {
  const hook = await createWaiting();
  await all.service.services.pool.query(START, [hook.id]);
  await all.service.services.pool.query(
    "UPDATE webhook SET lease_until = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await held(PAUSE, hook, () => drain(all.service.services, hook.id));
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.33: a start that commits first keeps its lease through pause and resume", async () => {
  const hook = await createWaiting();
  expect((await held(START, hook, () => verb(hook, "pause"))).status).toBe(200);
  const paused = await row(hook);
  expect(paused).toMatchObject({ state: "paused", attempt: 2, wake_at: null });
  await verb(hook, "resume");
  expect(await drain(all.service.services, hook.id)).toBeNull();
  expect(hook.received()).toHaveLength(2);
  expect(await row(hook)).toMatchObject({
    rev: paused.rev,
    lease_until: paused.lease_until,
    wake_at: paused.lease_until,
  });
});

test("spec 7.33: a change written while it is resumed is sent", async () => {
  const hook = await createIdle();
  await verb(hook, "pause");
  await held(RESUME, hook, () => hook.put("/a"));
  await sendNext(hook);
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.33: a change written while it is paused is sent after it is resumed", async () => {
  const hook = await createIdle();
  await held(PAUSE, hook, async () => {
    await hook.put("/a");
    await verb(hook, "resume");
  });
  await sendNext(hook);
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.33: a resume waits for a fan-out under way and misses none of its changes", async () => {
  const hook = await createIdle();
  await verb(hook, "pause");
  await all.service.services.pool.query("SELECT entry_mkdir($1, '/d', false, 493, 'api')", [
    hook.fs.id,
  ]);
  const fanOut = "SELECT filesystem_fan_out($2, 5000, interval '2 s') FROM (SELECT $1::text) x";
  await held(fanOut, hook, () => verb(hook, "resume"));
  await sendNext(hook);
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.13: whichever is first, resume or the end of access, the webhook ends up disabled", async () => {
  const lost = `SELECT access_ended(w.created_by, f.org_id, f.id, false) FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE w.id = $1`;
  const [first, second] = [await createIdle(), await createIdle()];
  for (const hook of [first, second]) await verb(hook, "pause");
  expect((await held(lost, first, () => verb(first, "resume"))).status).toBe(409);
  await held(RESUME, second, () => all.service.services.pool.query(lost, [second.id]));
  for (const hook of [first, second])
    expect(await row(hook)).toMatchObject({ state: "disabled", disabled_reason: "access_revoked" });
});
