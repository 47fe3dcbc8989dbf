import { afterAll, beforeAll, expect, test } from "vitest";

import { makeDirectory } from "@/lib/entries/make-directory";
import { writeRanges } from "@/lib/entries/write-ranges";
import { explain, recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { call, contextOf, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const DAY_MS = 24 * 60 * 60 * 1000;
let service: TestService;
let owner: TestUser;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let keys: string;
let base: string;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" } });
  tenant = await createTenant(service);
  owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
  keys = `/api/v1/orgs/${tenant.orgId}/api-keys`;
  ({ base } = await createFilesystem(service, tenant));
});
afterAll(() => service.close());

type Body = { overlap_hours?: number; expires_at?: string | null };
const rotate = (id: string, body: Body = {}) =>
  callAs(service, owner, "POST", `${keys}/${id}:rotate`, body);
const works = async (key: string) => (await call(service, key, "GET", "/api/v1/me")).status === 200;
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const uncounted = () => Promise.resolve();
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** A new key that can write to the filesystem. */
async function makeKey(more: object = {}): Promise<{ id: string; key: string }> {
  const { body } = await callAs(service, owner, "POST", keys, { name: "ci", ...more });
  const grant = { api_key_id: body.id, mode: "rw" };
  expect((await callAs(service, owner, "PUT", `${base}/grants`, grant)).status).toBe(200);
  return body;
}

test("spec 3.27: the key keeps its id and grants, and both secrets work until the overlap ends", async () => {
  const { id, key: old } = await makeKey();
  const hook = await call(service, old, "POST", `${base}/webhooks`, { url: "https://gone.test/" });
  const { status, body } = await rotate(id);
  const { key, ...shown } = body;
  expect(status).toBe(200);
  expect(shown).toMatchObject({ id, last4: key.slice(-4), expires_at: null });
  const overlap = Date.parse(shown.previous_key_expires_at) - Date.now();
  expect(overlap).toBeGreaterThan(0.99 * DAY_MS);
  expect(overlap).toBeLessThanOrEqual(DAY_MS);
  for (const secret of [old, key])
    expect((await call(service, secret, "GET", `${base}/webhooks`)).body).toMatchObject([
      { id: hook.body.id, state: "active" },
    ]);
  const listed = (await callAs(service, owner, "GET", keys)).body;
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({
    previous_key_expires_at: shown.previous_key_expires_at,
  });
  await service.services.pool.query(
    "UPDATE api_key SET previous_expires_at = clock_timestamp() WHERE id = $1",
    [id],
  );
  expect([await works(old), await works(key)]).toEqual([false, true]);
  const after = (await callAs(service, owner, "GET", keys)).body;
  expect(after.find((one: { id: string }) => one.id === id).previous_key_expires_at).toBeNull();
  const log = await service.services.db.audit_entry.findMany({ where: { target_id: id } });
  expect(log.at(-1)).toMatchObject({
    actor_id: owner.id,
    action: "api_key.rotated",
    details: { overlap_hours: 24 },
  });
});

test("a second rotation ends the older secret at once, without an overlap the last one too", async () => {
  const { id, key: first } = await makeKey();
  const second = (await rotate(id, { overlap_hours: 168 })).body.key;
  const third = (await rotate(id, { overlap_hours: 168 })).body.key;
  expect([await works(first), await works(second), await works(third)]).toEqual([
    false,
    true,
    true,
  ]);
  const { key: fourth, previous_key_expires_at } = (await rotate(id, { overlap_hours: 0 })).body;
  expect(previous_key_expires_at).toBeNull();
  expect([await works(second), await works(third), await works(fourth)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("many rotations at once leave two secrets that work", async () => {
  const { id, key } = await makeKey();
  const made = await Promise.all(Array.from({ length: 6 }, () => rotate(id)));
  const all = [key, ...made.map(({ body }) => body.key)];
  const working = await Promise.all(all.map(works));
  expect(working.filter(Boolean)).toHaveLength(2);
});

test("what began with an old secret ends with it, and what began with the new one stays", async () => {
  const { id, key: old } = await makeKey();
  const { key } = (await rotate(id)).body;
  const open = (secret: string) =>
    fetch(`${service.url}${base}/changes`, {
      headers: { authorization: `Bearer ${secret}`, accept: "text/event-stream" },
    });
  const [ending, staying] = [await open(old), await open(key)];
  await service.services.pool.query(
    "UPDATE api_key SET previous_expires_at = clock_timestamp() WHERE id = $1",
    [id],
  );
  expect(await ending.text()).toContain("unauthenticated");
  const context = contextOf(service, { orgId: tenant.orgId, keyId: id }, base.split("/").at(-1)!);
  const late = { path: "/late", parents: false };
  const request = new Request("http://localhost", { method: "PATCH", body: "late" });
  for (const write of [
    () => makeDirectory(context, { ...late, mode: 0o755 }),
    () => writeRanges(context, { ...late, append: true }, request, uncounted),
  ])
    await expect(write()).rejects.toMatchObject({ code: "no_grant" });
  const stream = staying.body!.getReader();
  expect((await call(service, key, "PUT", `${base}/files?path=/after`, "text")).status).toBe(201);
  let seen = "";
  while (!seen.includes("/after"))
    seen += new TextDecoder().decode((await stream.read()).value ?? new Uint8Array());
  await stream.cancel();
});

test("a rotation can move the expiry, and with it the end of webhooks and mounts", async () => {
  const { id, key } = await makeKey({ expires_at: inDays(5) });
  const hook = await call(service, key, "POST", `${base}/webhooks`, { url: "https://gone.test/" });
  const fs = base.split("/").at(-1);
  const { body: mount } = await call(service, key, "POST", "/api/v1/mount-sessions", {
    filesystem_id: fs,
    mode: "ro",
  });
  const ends = async () => {
    const { db } = service.services;
    const { access_expires_at } = await db.webhook.findUniqueOrThrow({
      where: { id: hook.body.id },
    });
    const session = await db.mount_session.findUniqueOrThrow({ where: { id: mount.id } });
    return [access_expires_at?.toISOString() ?? null, session.expires_at.toISOString()];
  };
  expect((await rotate(id)).body.expires_at).not.toBeNull();
  expect((await ends())[1]).toBe(mount.expires_at);
  for (const expires_at of [inDays(3), inDays(90), null]) {
    const made = await rotate(id, { expires_at });
    expect(made.body.expires_at).toBe(expires_at);
    // A mount never lasts longer than it was to.
    const [first = null, second = ""] = await ends();
    expect(first).toBe(expires_at);
    expect(Date.parse(second!)).toBeLessThanOrEqual(Date.parse(inDays(3)));
  }
});

test("keys that are unknown, revoked or expired, and what is wrong with a rotation, are refused", async () => {
  const { id } = await makeKey();
  const past = await rotate(id, { expires_at: "2020-01-01T00:00:00Z" });
  expect(past.body.detail[0]).toMatchObject({ loc: ["body", "expires_at"], type: "too_small" });
  for (const overlap_hours of [-1, 169, 0.5])
    expect((await rotate(id, { overlap_hours })).status).toBe(422);
  const { db } = service.services;
  await db.api_key.update({ where: { id }, data: { expires_at: new Date() } });
  expect(await rotate(id, { expires_at: null })).toMatchObject(refusal(404, "not_found"));
  await db.api_key.update({ where: { id }, data: { expires_at: null, revoked_at: new Date() } });
  expect(await rotate(id)).toMatchObject(refusal(404, "not_found"));
  const other = await createTenant(service);
  expect(await rotate(other.keyId)).toMatchObject(refusal(404, "not_found"));
  expect(await works(other.key)).toBe(true);
});

test("either secret costs one statement, and the current one reads nothing of old ones", async () => {
  const { id, key: old } = await makeKey();
  const { key } = (await rotate(id)).body;
  await works(key);
  for (const [secret, previous] of [
    [key, 0],
    [old, 1],
  ] as const) {
    const sent = await recordStatements(() => works(secret));
    const lookups = sent.filter(({ text }) => text.includes("api_key k"));
    expect(lookups).toHaveLength(1);
    const plan = JSON.stringify(await explain(service, lookups));
    // What was found by an old secret ran that part of the plan, what was found by the current one did not.
    const part = /"api_key_previous_hash"[^{}]*?"Actual Loops":(\d+)/.exec(plan);
    expect(Number(part?.[1])).toBe(previous);
  }
});
