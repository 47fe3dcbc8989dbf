import { expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { verify } from "@/lib/delivery/invariants/verify";
import { reconcile } from "@/lib/delivery/reconciler";
import { grant, type Hook, skipWaits, useDelivering } from "@/testing/delivering";
import { mostBetween } from "@/testing/endpoint";
import { call, createKey, createTenant } from "@/testing/tenant";
import { createVerbs } from "@/testing/verbs";

const all = useDelivering();
const {
  verb,
  edit,
  query,
  row,
  broken,
  sent,
  log,
  sendNext,
  createIdle,
  createFailing,
  whileInFlight,
} = createVerbs(all);

const elsewhere = (hook: Hook) => `https://receiver.test${hook.path}-moved`;
const receivedAt = (path: string) =>
  all.endpoint.requests.filter((request) => request.path === path);
const moved = (hook: Hook) => receivedAt(`${hook.path}-moved`).map(({ body }) => JSON.parse(body));

/** A webhook that was disabled after failures. */
async function createDisabled() {
  const hook = await createFailing();
  await query(
    `UPDATE webhook SET disable_at = clock_timestamp() - interval '1 s', not_before = clock_timestamp(),
       wake_at = clock_timestamp() - interval '1 s' WHERE id = $1`,
    [hook.id],
  );
  await reconcile(all.service.services);
  return hook;
}

test("spec 7.34: with another URL the waiting message is dropped, and a resync goes to the new one", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  const { status, body } = await edit(hook, { url: `${elsewhere(hook)}#fragment` });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: hook.id,
    url: elsewhere(hook),
    state: "active",
    created_by: before.created_by,
    failing_since: null,
    next_attempt_at: null,
    last_failure: "http_503",
  });
  expect(body.secret).toBeUndefined();
  expect(all.service.woken.at(-1)).toBe(hook.id);
  const { not_before, pace_until, disable_at } = await row(hook);
  expect([not_before, disable_at]).toEqual([pace_until, null]);
  await sendNext(hook);
  expect(hook.received()).toHaveLength(2);
  expect(moved(hook)).toMatchObject([{ type: "files.resync" }]);
  expect(Number(moved(hook)[0].data.cursor)).toBeGreaterThan(Number(before.sent_cursor));
  expect(await log(hook)).toEqual([
    "files.resync delivered 1:delivered",
    "files.changed dropped 1:http_503",
    "files.resync delivered 1:delivered",
  ]);
  await hook.put("/b");
  await sendNext(hook);
  expect(moved(hook).at(-1)).toMatchObject({ data: { events: [{ path: "/b" }] } });
});

test("spec 7.34: with another prefix a resync comes first, then the changes at the new one", async () => {
  const hook = await createIdle("/in");
  await hook.put("/out/before");
  await fanOutPending(all.service.services);
  all.respond = () => ({ status: 503 });
  expect((await edit(hook, { path_prefix: "/out/" })).body.path_prefix).toBe("/out");
  await sendNext(hook);
  expect(await broken(hook)).toEqual([]);
  await hook.put("/out/after");
  await hook.put("/in/after");
  await fanOutPending(all.service.services);
  expect(await broken(hook)).toEqual([]);
  all.respond = () => ({ status: 200 });
  await sendNext(hook);
  await sendNext(hook);
  expect(sent(hook).slice(1)).toMatchObject([
    { type: "files.resync" },
    { type: "files.resync" },
    { type: "files.changed", data: { events: [{ path: "/out/after" }] } },
  ]);
  expect(await broken(hook)).toEqual([]);
});

test("spec 8.27: messages sent with the old prefix break no rule after it was changed", async () => {
  const hook = await createIdle("/in");
  await hook.put("/in/a");
  await sendNext(hook);
  await hook.put("/out/a");
  await hook.put("/in/b");
  await sendNext(hook);
  await edit(hook, { path_prefix: "/out" });
  await sendNext(hook);
  const { id } = hook;
  const rules = ["skipped-change", "wrong-event-count", "spans-barrier"];
  const ids = (await query("SELECT id FROM delivery WHERE webhook_id = $1", [id])).rows.map(
    (delivery) => delivery.id,
  );
  const found = await verify(all.service.services.db);
  expect(
    found.filter(
      ({ rule, ids: bad }) => rules.includes(rule) && bad.some((one) => ids.includes(one)),
    ),
  ).toEqual([]);
});

test.for([200, 503])(
  "spec 7.34: an attempt in flight is logged (%i), moves nothing, and nothing starts beside it",
  async (status) => {
    const hook = await createIdle();
    await hook.put("/a");
    const before = await row(hook);
    await whileInFlight(hook, status, async () => {
      expect((await edit(hook, { url: elsewhere(hook) })).status).toBe(200);
      for (let n = 0; n < 3; n++) expect(await drain(all.service.services, hook.id)).toBeNull();
      expect(moved(hook)).toEqual([]);
      expect(await log(hook)).toEqual([
        "files.resync delivered 1:delivered",
        "files.changed dropped",
      ]);
    });
    // The same run goes on with the resync, at its pace.
    expect(await log(hook)).toEqual([
      "files.resync delivered 1:delivered",
      `files.changed dropped 1:${status === 200 ? "delivered" : "http_503"}`,
      "files.resync delivered 1:delivered",
    ]);
    expect(all.endpoint.mostInFlight()).toBe(1);
    expect(
      mostBetween(hook.received()[1], receivedAt(`${hook.path}-moved`)[0]),
    ).toBeGreaterThanOrEqual(1_000);
    const after = await row(hook);
    expect(after).toMatchObject({ last_failure: null, failing_since: null, lease_until: null });
    expect(after.acked_cursor).toBeGreaterThan(before.acked_cursor + 1n);
    expect(await broken(hook)).toEqual([]);
  },
);

test("spec 7.34: an attempt in flight that dies with its process holds its lease to its end", async () => {
  const hook = await createFailing();
  await skipWaits(all, hook.id);
  await query(
    `SELECT s.* FROM webhook w, webhook_start(w.id, w.rev, NULL, NULL, NULL, NULL, interval '20 s') s WHERE w.id = $1`,
    [hook.id],
  );
  await edit(hook, { url: elsewhere(hook) });
  await sendNext(hook);
  expect(moved(hook)).toEqual([]);
  await query(
    "UPDATE webhook SET lease_until = clock_timestamp(), wake_at = clock_timestamp() WHERE id = $1",
    [hook.id],
  );
  await sendNext(hook);
  expect((await log(hook)).slice(1)).toEqual([
    "files.changed dropped 1:http_503",
    "files.resync delivered 1:delivered",
  ]);
});

test("spec 7.34: one disabled after failures becomes active, a paused one stays paused", async () => {
  const [disabled, paused] = [await createDisabled(), await createFailing()];
  await verb(paused, "pause");
  for (const hook of [disabled, paused]) await edit(hook, { url: elsewhere(hook) });
  expect(await disabled.read()).toMatchObject({ state: "active", disabled_reason: null });
  expect(await row(paused)).toMatchObject({ state: "paused", wake_at: null, msg_id: null });
  for (const hook of [disabled, paused]) await sendNext(hook);
  expect([moved(disabled).length, moved(paused).length]).toEqual([1, 0]);
  await verb(paused, "resume");
  await sendNext(paused);
  expect(moved(paused)).toMatchObject([{ type: "files.resync" }]);
});

test("spec 7.34: without access of its creator only the description changes", async () => {
  const [revoked, expired] = [await createIdle(), await createDisabled()];
  await revokeApiKey(all.service.services.db, "shell", { id: revoked.creator.keyId, orgId: null });
  await query("UPDATE api_key SET expires_at = clock_timestamp() WHERE id = $1", [
    expired.creator.keyId,
  ]);
  for (const hook of [revoked, expired]) {
    const before = await hook.read();
    for (const body of [{ url: elsewhere(hook) }, { path_prefix: "/in", description: "x" }]) {
      const response = await edit(hook, body);
      expect([response.status, response.body.detail.code]).toEqual([409, "webhook_access_revoked"]);
    }
    expect(await hook.read()).toEqual(before);
    expect((await edit(hook, { description: "old" })).body).toEqual({
      ...before,
      description: "old",
    });
  }
});

test("spec 7.34: a description triggers nothing and is in no message, and neither does a value that is set", async () => {
  const hook = await createFailing();
  const before = await row(hook);
  const url = `https://receiver.test${hook.path}`;
  await edit(hook, { description: "Letters of 2026" });
  await edit(hook, { description: "Letters of 2026", url, path_prefix: "/" });
  expect(await row(hook)).toEqual({ ...before, description: "Letters of 2026" });
  expect((await hook.read()).description).toBe("Letters of 2026");
  await sendNext(hook);
  expect(JSON.stringify(hook.received())).not.toContain("Letters");
  const audited = await query(
    "SELECT action, details FROM audit_entry WHERE target_id = $1 ORDER BY id OFFSET 1",
    [hook.id],
  );
  const details = {
    filesystem_id: hook.fs.id,
    description: "Letters of 2026",
    before: { description: "" },
  };
  expect(audited.rows).toEqual([{ action: "webhook.updated", details }]);
});

test("spec 7.34: the description changes while the host of the URL does not resolve", async () => {
  const hook = await createIdle();
  await query(
    "UPDATE webhook SET url = 'https://gone.invalid/a', host = 'gone.invalid' WHERE id = $1",
    [hook.id],
  );
  const url = "https://gone.invalid/a";
  const { status, body } = await edit(hook, { url, path_prefix: "/", description: "as it was" });
  expect([status, body.description]).toEqual([200, "as it was"]);
  expect((await edit(hook, { url: `${url}b` })).status).toBe(422);
});

test("spec 7.26: a URL is checked as on creation, and a refused one changes nothing", async () => {
  const hook = await createIdle();
  const before = await row(hook);
  const { status, body } = await edit(hook, { url: "https://127.0.0.1/", description: "x" });
  expect([status, body.detail[0].type]).toEqual([422, "url_private_address"]);
  for (const wrong of [
    { state: "paused" },
    { path_prefix: "in" },
    { description: "x".repeat(201) },
  ])
    expect((await edit(hook, wrong)).status).toBe(422);
  expect(await row(hook)).toEqual(before);
});

test("another tenant finds nothing, a read-only key is refused, and nothing changes", async () => {
  const hook = await createIdle();
  const stranger = await createTenant(all.service);
  const reader = await createKey(all.service.services.db, all.tenant.orgId);
  await grant(all, hook.fs.base, reader.keyId, "ro");
  const body = { path_prefix: "/in" };
  expect((await edit(hook, body, stranger.key)).body.detail.code).toBe("not_found");
  expect((await edit(hook, body, reader.key)).body.detail.code).toBe("no_grant");
  const other = await createIdle();
  const foreign = `${other.fs.base}/webhooks/${hook.id}`;
  expect((await call(all.service, all.tenant.key, "PATCH", foreign, body)).status).toBe(404);
  expect(await hook.read()).toMatchObject({ path_prefix: "/" });
});
