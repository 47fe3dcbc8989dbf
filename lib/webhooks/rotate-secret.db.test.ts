import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { createHook, grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import type { Received } from "@/testing/endpoint";
import { call, createKey, createTenant } from "@/testing/tenant";

const all = useDelivering();

const rotate = (hook: Hook, key = all.tenant.key) =>
  call(all.service, key, "POST", `${hook.route}:rotate-secret`);

const sendNext = async (hook: Hook) => {
  await fanOutPending(all.service.services);
  await skipWaits(all, hook.id);
  await drain(all.service.services, hook.id);
  return hook.received().at(-1) as Received;
};

const signatures = (request: Received) =>
  Object.fromEntries(request.headers)["webhook-signature"]?.split(" ") ?? [];

/** Which of the secrets made the signature at this index. */
const signedBy = (request: Received, location: number, secrets: readonly string[]) =>
  secrets.filter((secret) => {
    const headers = {
      ...Object.fromEntries(request.headers),
      "webhook-signature": signatures(request)[location] ?? "",
    };
    try {
      new Webhook(secret).verify(request.body, headers);
      return true;
    } catch {
      return false;
    }
  });

/** Makes all secrets of a webhook older by `hours`. */
const age = (hook: Hook, hours: number) =>
  all.service.services.pool.query(
    `UPDATE webhook_secret SET created_at = created_at - make_interval(hours => $2),
       expires_at = expires_at - make_interval(hours => $2) WHERE webhook_id = $1`,
    [hook.id, hours],
  );

test("spec 7.12: all valid secrets sign, the newest first, and a waiting message keeps its bytes", async () => {
  const hook = await createHook(all);
  all.respond = () => ({ status: 500 });
  const first = await sendNext(hook);
  const { status, body } = await rotate(hook);
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(body.previous_secrets).toHaveLength(1);
  expect((await hook.read()).previous_secret_expires_at).toBe(body.previous_secrets[0].expires_at);
  all.respond = () => ({ status: 200 });
  const again = await sendNext(hook);
  expect(again.body).toBe(first.body);
  expect(signatures(first)).toHaveLength(1);
  const secrets = [body.secret, hook.secret];
  expect([0, 1, 2].map((location) => signedBy(again, location, secrets))).toEqual([
    [body.secret],
    [hook.secret],
    [],
  ]);
});

test("spec 7.12: each replaced secret ends 24 hours after its own replacement", async () => {
  const hook = await createHook(all);
  const second = await rotate(hook);
  await age(hook, 23);
  const third = await rotate(hook);
  const ends = third.body.previous_secrets.map(
    (secret: { expires_at: string }) => (Date.parse(secret.expires_at) - Date.now()) / 3_600_000,
  );
  expect(ends).toEqual([expect.closeTo(24, 1), expect.closeTo(1, 1)]);
  const secrets = [third.body.secret, second.body.secret, hook.secret];
  const before = await sendNext(hook);
  expect([0, 1, 2].map((location) => signedBy(before, location, secrets).join())).toEqual(secrets);
  await age(hook, 2);
  await hook.put("/a");
  const after = await sendNext(hook);
  expect(signatures(after)).toHaveLength(2);
  expect([0, 1].map((location) => signedBy(after, location, secrets).join())).toEqual(
    secrets.slice(0, 2),
  );
  const fourth = await rotate(hook);
  expect(fourth.body.previous_secrets).toHaveLength(2);
});

test("spec 7.12: of eight concurrent rotations four succeed, and one more after a day", async () => {
  const hook = await createHook(all);
  const responses = await Promise.all(Array.from({ length: 8 }, () => rotate(hook)));
  const statuses = responses.map(({ status }) => String(status));
  expect(statuses.toSorted().join(" ")).toBe("200 200 200 200 429 429 429 429");
  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.body.detail).toMatchObject({ code: "rate_limited" });
  const after = Number(refused?.headers.get("retry-after"));
  expect(after).toBe(refused?.body.detail.retry_after);
  expect(after).toBeGreaterThan(86_390);
  expect(after).toBeLessThanOrEqual(86_400);
  expect(signatures(await sendNext(hook))).toHaveLength(5);
  await age(hook, 24);
  const next = await rotate(hook);
  expect(next.status).toBe(200);
  expect(next.body.previous_secrets).toHaveLength(1);
  const { rows } = await all.service.services.pool.query(
    "SELECT count(*)::int AS kept, count(*) FILTER (WHERE expires_at IS NULL)::int AS current FROM webhook_secret WHERE webhook_id = $1",
    [hook.id],
  );
  expect(rows).toEqual([{ kept: 2, current: 1 }]);
});

test("another tenant finds nothing, a read-only key is refused, and neither rotates", async () => {
  const hook = await createHook(all);
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  expect((await rotate(hook, stranger.key)).body.detail.code).toBe("not_found");
  expect((await rotate(hook, reader.key)).body.detail.code).toBe("no_grant");
  const elsewhere = await createHook(all);
  const foreign = await call(
    all.service,
    all.tenant.key,
    "POST",
    `${elsewhere.fs.base}/webhooks/${hook.id}:rotate-secret`,
  );
  expect(foreign.body.detail.code).toBe("not_found");
  expect(signatures(await sendNext(hook))).toHaveLength(1);
});

test("a rotation is in the audit log, and its secret is stored nowhere in plain text", async () => {
  const hook = await createHook(all);
  const { body } = await rotate(hook);
  const { pool } = all.service.services;
  const log = await pool.query("SELECT * FROM audit_entry WHERE target_id = $1 ORDER BY id", [
    hook.id,
  ]);
  expect(log.rows.map(({ action }) => action)).toEqual([
    "webhook.created",
    "webhook.secret_rotated",
  ]);
  const secrets = await pool.query("SELECT * FROM webhook_secret WHERE webhook_id = $1", [hook.id]);
  const text = JSON.stringify([log.rows, secrets.rows]);
  expect(text).not.toContain(body.secret.slice("whsec_".length));
});
