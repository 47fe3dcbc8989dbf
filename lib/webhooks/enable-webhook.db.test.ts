import { expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { reconcile } from "@/lib/delivery/reconciler";
import { createHook, grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { call, createKey, createTenant } from "@/testing/tenant";
import { createTestUser, join } from "@/testing/user";

const all = useDelivering();

const enable = (hook: Hook, key = all.tenant.key) =>
  call(all.service, key, "POST", `${hook.route}:enable`);

const query = (text: string, values: unknown[]) => all.service.services.pool.query(text, values);

/** A webhook whose first message failed for 24 hours. */
async function createFailed(prefix = "/") {
  const hook = await createHook(all, prefix);
  all.respond = () => ({ status: 503 });
  await drain(all.service.services, hook.id);
  await query(
    `UPDATE webhook SET disable_at = clock_timestamp() - interval '1 s', not_before = clock_timestamp(),
       wake_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
    [hook.id],
  );
  await reconcile(all.service.services);
  all.respond = () => ({ status: 200 });
  expect(await hook.read()).toMatchObject({ state: "disabled", disabled_reason: "failing" });
  return hook;
}

test("spec 7.10: the waiting message is dropped, and the next one is a resync with a new marker", async () => {
  const hook = await createFailed();
  const waiting = JSON.parse(hook.received()[0]?.body ?? "{}");
  await hook.put("/while-it-was-disabled");
  await fanOutPending(all.service.services);
  const { status, body } = await enable(hook);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: "active",
    disabled_reason: null,
    failing_since: null,
    next_attempt_at: null,
    last_failure: "http_503",
    last_failure_at: expect.any(String),
  });
  expect(all.service.woken.at(-1)).toBe(hook.id);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  const sent = hook.received().map((request) => JSON.parse(request.body));
  expect(sent.map(({ type }) => type)).toEqual(["files.resync", "files.resync"]);
  expect(Number(sent[1].data.cursor)).toBeGreaterThan(Number(waiting.data.cursor) + 1);
  const statuses = await query(
    "SELECT status FROM delivery WHERE webhook_id = $1 ORDER BY cursor",
    [hook.id],
  );
  expect(statuses.rows.map((row) => row.status)).toEqual(["dropped", "delivered"]);
  expect(await hook.read()).toMatchObject({ cursor: sent[1].data.cursor, pending_changes: 0 });
});

test("spec 7.10: of two concurrent calls one enables it, and one resync is sent", async () => {
  const hook = await createFailed();
  const responses = await Promise.all([enable(hook), enable(hook)]);
  const statuses = responses.map(({ status }) => String(status));
  expect(statuses.toSorted()).toEqual(["200", "409"]);
  await skipWaits(all, hook.id);
  await Promise.all([1, 2, 3].map(() => drain(all.service.services, hook.id)));
  expect(hook.received()).toHaveLength(2);
});

test("spec 7.10: backoff is cleared, and a change afterwards arrives as usual", async () => {
  const hook = await createFailed();
  await query(
    "UPDATE webhook SET not_before = clock_timestamp() + interval '1 hour' WHERE id = $1",
    [hook.id],
  );
  await enable(hook);
  await query("UPDATE webhook SET pace_until = 'epoch' WHERE id = $1", [hook.id]);
  await drain(all.service.services, hook.id);
  await hook.put("/a");
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  expect(JSON.parse(hook.received().at(-1)?.body ?? "{}")).toMatchObject({
    type: "files.changed",
    data: { events: [{ type: "created", path: "/a" }] },
  });
});

test("an active webhook is not enabled again", async () => {
  const hook = await createHook(all);
  const { status, body } = await enable(hook);
  expect([status, body.detail.code]).toEqual([409, "webhook_not_disabled"]);
  expect((await query("SELECT rev FROM webhook WHERE id = $1", [hook.id])).rows[0].rev).toBe(0);
});

test("spec 7.10: it stays disabled when its creator lost access, before or after it failed", async () => {
  const revoked = await createHook(all);
  const failedFirst = await createFailed();
  const noGrant = await createFailed();
  const { db } = all.service.services;
  for (const hook of [revoked, failedFirst])
    await revokeApiKey(db, "shell", { id: hook.creator.keyId, orgId: null });
  await call(
    all.service,
    all.tenant.key,
    "DELETE",
    `${noGrant.fs.base}/grants/${noGrant.creator.keyId}`,
  );
  await grant(all, noGrant.fs.base, noGrant.creator.keyId, "rw");
  for (const hook of [revoked, failedFirst, noGrant]) {
    expect((await enable(hook)).body.detail.code).toBe("webhook_access_revoked");
    expect(await hook.read()).toMatchObject({
      state: "disabled",
      disabled_reason: "access_revoked",
    });
  }
});

test("spec 7.10: it stays disabled when its creator's key expired meanwhile", async () => {
  const hook = await createFailed();
  await query("UPDATE api_key SET expires_at = clock_timestamp() WHERE id = $1", [
    hook.creator.keyId,
  ]);
  expect((await enable(hook)).body.detail.code).toBe("webhook_access_revoked");
  expect(await hook.read()).toMatchObject({ state: "disabled", disabled_reason: "failing" });
});

test("spec 7.10: a user's webhook is enabled while the user is a member, and never after", async () => {
  const user = await createTestUser(all.service);
  await join(all.service, all.tenant.orgId, user.id, "member");
  const [stays, leaves] = [await createFailed(), await createFailed()];
  await query("UPDATE webhook SET created_by = $2 WHERE id = ANY ($1)", [
    [stays.id, leaves.id],
    `user:${user.id}`,
  ]);
  expect((await enable(stays)).body).toMatchObject({
    state: "active",
    created_by: `user:${user.id}`,
  });
  await query("DELETE FROM member WHERE user_id = $1", [user.id]);
  expect((await enable(leaves)).body.detail.code).toBe("webhook_access_revoked");
});

test("spec 7.13: whichever is first, enable or revoke, the webhook ends up disabled", async () => {
  const outcomes = new Set<number>();
  for (let round = 0; round < 12; round++) {
    const hook = await createFailed();
    const { db } = all.service.services;
    const [response] = await Promise.all([
      enable(hook),
      revokeApiKey(db, "shell", { id: hook.creator.keyId, orgId: null }),
    ]);
    outcomes.add(response.status);
    expect(await hook.read()).toMatchObject({
      state: "disabled",
      disabled_reason: "access_revoked",
    });
  }
  expect([...outcomes].every((status) => status === 200 || status === 409)).toBe(true);
}, 60_000);

test("another tenant finds nothing, a read-only key is refused, and it stays disabled", async () => {
  const hook = await createFailed();
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  expect((await enable(hook, stranger.key)).body.detail.code).toBe("not_found");
  expect((await enable(hook, reader.key)).body.detail.code).toBe("no_grant");
  expect(await hook.read()).toMatchObject({ state: "disabled", disabled_reason: "failing" });
});
