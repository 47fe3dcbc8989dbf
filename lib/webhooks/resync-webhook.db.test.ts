import { expect, test } from "vitest";

import { grant, useDelivering } from "@/testing/delivering";
import { createKey, createTenant } from "@/testing/tenant";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();
const { verb, query, row, sent, log, sendNext, createIdle, createFailing, whileInFlight } =
  createVerbs(all);

test("spec 7.35: an idle webhook sends a resync at once, then changes as usual", async () => {
  const hook = await createIdle();
  const { status, body } = await verb(hook, "resync");
  expect([status, body.state, body.pending_message]).toEqual([202, "active", true]);
  expect(all.service.woken.at(-1)).toBe(hook.id);
  await sendNext(hook);
  const [first, second] = sent(hook);
  expect(second.type).toBe("files.resync");
  expect(await hook.read()).toMatchObject({ pending_message: false });
  expect(Number(second.data.cursor)).toBeGreaterThan(Number(first.data.cursor));
  await hook.put("/a");
  await sendNext(hook);
  expect(sent(hook)[2].type).toBe("files.changed");
});

test("spec 7.35: it stands for the changes that have not been sent yet", async () => {
  const hook = await createIdle();
  await hook.put("/a");
  await verb(hook, "resync");
  await sendNext(hook);
  await sendNext(hook);
  expect(sent(hook).map(({ type }) => type)).toEqual(["files.resync", "files.resync"]);
  expect(await hook.read()).toMatchObject({ pending_changes: 0 });
});

test("spec 7.35: a message that waits comes first, with its backoff", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  await verb(hook, "resync");
  const { not_before, wake_at, failing_since, disable_at } = before;
  expect(await row(hook)).toMatchObject({ not_before, wake_at, failing_since, disable_at });
  for (let n = 0; n < 3; n++) await sendNext(hook);
  expect(await log(hook)).toEqual([
    "files.resync delivered 1:delivered",
    "files.changed delivered 1:http_503 2:delivered",
    "files.resync delivered 1:delivered",
  ]);
});

test("spec 7.35: one in flight comes first, also when it is a resync", async () => {
  const hook = await createIdle();
  await verb(hook, "resync");
  await whileInFlight(hook, 200, () => verb(hook, "resync"));
  await sendNext(hook);
  expect(await log(hook)).toEqual(Array(3).fill("files.resync delivered 1:delivered"));
});

test("spec 7.35: only an active webhook sends one, and the audit log has it", async () => {
  const hook = await createIdle();
  await verb(hook, "resync");
  await verb(hook, "pause");
  const refused = await verb(hook, "resync");
  expect([refused.status, refused.body.detail.code]).toEqual([409, "webhook_not_active"]);
  const { rows } = await query(
    "SELECT action FROM audit_entry WHERE target_id = $1 ORDER BY id OFFSET 1",
    [hook.id],
  );
  expect(rows.map(({ action }) => action)).toEqual(["webhook.resynced", "webhook.paused"]);
});

test("another tenant finds nothing, a read-only key is refused, and nothing is sent", async () => {
  const hook = await createIdle();
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  expect((await verb(hook, "resync", stranger.key)).body.detail.code).toBe("not_found");
  expect((await verb(hook, "resync", reader.key)).body.detail.code).toBe("no_grant");
  await sendNext(hook);
  expect(hook.received()).toHaveLength(1);
});

test("spec 8.3: a change waits from its commit, also for an idle webhook that it could not wake", async () => {
  const hook = await createIdle();
  const { db } = all.service.services;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM webhook WHERE id = ${hook.id} FOR UPDATE`;
    await hook.put("/a");
    expect(await hook.read()).toMatchObject({ pending_changes: 1 });
  });
  await sendNext(hook);
  expect(sent(hook).at(-1).type).toBe("files.changed");
  expect(await hook.read()).toMatchObject({ pending_changes: 0 });
});
