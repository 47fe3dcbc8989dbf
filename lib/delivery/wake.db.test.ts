import { Client } from "pg";
import { expect, test } from "vitest";

import { createHook, type Hook, useDelivering } from "@/testing/delivering";
import { eventually } from "@/testing/eventually";
import { recordTransactions } from "@/testing/record-transactions";
import { call } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";
import { POLICY } from "./policy";
import { reconcile, startReconciler } from "./reconciler";

// spec 7.14, 8.3: a write wakes the webhooks that sleep, and leaves all others to the fan-out.
const all = useDelivering();

const services = () => all.service.services;
const isMarked = async ({ fs }: Hook) =>
  (await services().db.filesystem.findUniqueOrThrow({ where: { id: fs.id } })).undispatched;
const isAsleep = async ({ id }: Hook) =>
  (await services().db.webhook.findUniqueOrThrow({ where: { id } })).wake_at === null;

/** A webhook that has sent its first resync and sleeps. */
async function createSleeping(prefix = "/"): Promise<Hook> {
  const hook = await createHook(all, prefix);
  await drain(services(), hook.id);
  expect([await isAsleep(hook), await isMarked(hook)]).toEqual([true, false]);
  all.service.woken.length = 0;
  return hook;
}

/** The paths that a webhook has received, in order. */
const received = (hook: Hook) =>
  hook
    .received()
    .flatMap(({ body }) => JSON.parse(body).data.events.map(({ path }: { path: string }) => path));

async function connect() {
  const client = new Client({ connectionString: services().settings.databaseUrl });
  await client.connect();
  return client;
}

test("a write wakes the sleeping webhooks it concerns and leaves nothing to fan out", async () => {
  const hook = await createSleeping("/in");
  await hook.put("/out");
  expect([all.service.woken, await isMarked(hook), await isAsleep(hook)]).toEqual([
    [],
    false,
    true,
  ]);
  await hook.put("/in/a");
  expect([all.service.woken, await isMarked(hook)]).toEqual([[hook.id], false]);
  await drain(services(), hook.id);
  expect(received(hook)).toEqual(["/in", "/in/a"]);
});

test("puts that share a transaction wake a webhook once", async () => {
  const hook = await createSleeping();
  await Promise.all(Array.from({ length: 40 }, (_, n) => hook.put(`/f${n}`)));
  expect(new Set(all.service.woken)).toEqual(new Set([hook.id]));
  await fanOutPending(services());
  await drain(services(), hook.id);
  expect(received(hook)).toHaveLength(40);
});

test("a write beside a busy webhook stays marked, and the fan-out accounts for it", async () => {
  const hook = await createSleeping();
  await hook.put("/one");
  await hook.put("/two");
  expect([all.service.woken, await isMarked(hook)]).toEqual([[hook.id], true]);
  expect(await fanOutPending(services())).toEqual([]);
  expect(await isMarked(hook)).toBe(false);
  await drain(services(), hook.id);
  expect(received(hook)).toEqual(["/one", "/two"]);
});

test("a locked webhook does not delay a write, and is woken by the fan-out", async () => {
  const hook = await createSleeping();
  const holder = await connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM webhook WHERE id = $1 FOR UPDATE", [hook.id]);
  expect((await hook.put("/one")).status).toBe(201);
  expect([all.service.woken, await isMarked(hook)]).toEqual([[], true]);
  await holder.query("ROLLBACK");
  await holder.end();
  expect(await fanOutPending(services())).toEqual([hook.id]);
});

test("a write that skips a webhook just as it falls asleep is not lost", async () => {
  const hook = await createSleeping();
  await hook.put("/one");
  // The attempt is recorded, so the webhook falls asleep, in a transaction that is still open during the write.
  const recorder = await connect();
  let isRecording = false;
  all.respond = async () => {
    await recorder.query("BEGIN");
    await recorder.query("SELECT FROM webhook WHERE id = $1 FOR UPDATE", [hook.id]);
    isRecording = true;
    return { status: 200 };
  };
  const draining = drain(services(), hook.id);
  await eventually("the attempt", () => isRecording);
  const writing = hook.put("/two");
  expect((await writing).status).toBe(201);
  expect(await isMarked(hook)).toBe(true);
  await recorder.query("COMMIT");
  await recorder.end();
  all.respond = () => ({ status: 200 });
  expect(await draining).toBeNull();
  expect(await isAsleep(hook)).toBe(true);
  expect(await fanOutPending(services())).toEqual([hook.id]);
  await drain(services(), hook.id);
  expect(received(hook)).toEqual(["/one", "/two"]);
});

test("a write that commits after the webhook fell asleep is not lost", async () => {
  const hook = await createSleeping();
  await hook.put("/one");
  const writer = await connect();
  await writer.query("BEGIN");
  await writer.query("SELECT * FROM entry_mkdir($1, '/two', false, 493, 'api')", [hook.fs.id]);
  const { rows } = await writer.query("SELECT * FROM filesystem_wake($1, 100, milliseconds($2))", [
    hook.fs.id,
    POLICY.pickupMs,
  ]);
  expect(rows).toEqual([{ woken: null, marked: true }]);
  await drain(services(), hook.id);
  expect([received(hook), await isAsleep(hook)]).toEqual([["/one"], true]);
  await writer.query("COMMIT");
  await writer.end();
  expect(await fanOutPending(services())).toEqual([hook.id]);
  await drain(services(), hook.id);
  expect(received(hook)).toEqual(["/one", "/two"]);
});

test("the reconciler does not wake what its process is about to send", async () => {
  const hook = await createSleeping();
  // The last message was just sent, so this one waits for a second: longer than the reconciler would.
  await hook.put("/one");
  const draining = drain(services(), hook.id);
  all.service.woken.length = 0;
  const isDue = async () => {
    const row = { id: hook.id, wake_at: { lte: new Date() } };
    return (await services().db.webhook.count({ where: row })) === 1;
  };
  await eventually("it is due", isDue);
  await reconcile(services());
  expect(await isDue()).toBe(false);
  expect(all.service.woken).not.toContain(hook.id);
  await draining;
  expect(received(hook)).toEqual(["/one"]);
});

test("an idle reconciler polls and writes nothing", async () => {
  await eventually("all webhooks sleep", async () => {
    await reconcile(services());
    const awake = await services().db.webhook.findMany({ where: { wake_at: { not: null } } });
    await Promise.all(awake.map(({ id }) => drain(services(), id)));
    return awake.length === 0;
  });
  const { begun, stop } = recordTransactions();
  const reconciler = startReconciler(services());
  const polls = () => begun().filter((text) => text.includes("EXISTS (SELECT FROM filesystem"));
  await eventually("some polls", () => polls().length >= 5);
  await reconciler.stop();
  const runs = begun().filter((text) => text.includes("reconciler_tick"));
  stop();
  // The first one is a heartbeat.
  expect(runs).toHaveLength(1);
});

test("a change of more than a hundred entries is left to the fan-out", async () => {
  const hook = await createSleeping();
  for (let n = 0; n < 101; n++)
    await services().db
      .$executeRaw`SELECT FROM entry_mkdir(${hook.fs.id}, ${`/${n}`}, false, 493, 'api')`;
  const last = await call(all.service, all.tenant.key, "DELETE", `${hook.fs.base}/files?path=/0`);
  expect(last.status).toBe(204);
  expect([all.service.woken, await isMarked(hook)]).toEqual([[], true]);
  expect(await fanOutPending(services())).toEqual([hook.id]);
});
