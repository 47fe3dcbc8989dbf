import { afterAll, beforeAll, expect, test } from "vitest";

import { drain } from "@/lib/delivery/drain";
import { reconcile } from "@/lib/delivery/reconciler";
import { newId } from "@/lib/ids";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { call, createFilesystem } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let d: Delivering;
let owner: TestUser;
let org: string;
beforeAll(async () => {
  d = await startDelivering();
  org = `/api/v1/orgs/${d.tenant.orgId}`;
  owner = await createTestUser(d.service);
  await join(d.service, d.tenant.orgId, owner.id, "owner");
});
afterAll(() => d.close());

let serial = 0;

/** A member with a webhook, and what comes in for it. */
async function createMember() {
  const user = await createTestUser(d.service);
  await join(d.service, d.tenant.orgId, user.id, "member");
  const { id: fsId, base } = await createFilesystem(d.service, d.tenant);
  const path = `/of-user-${++serial}`;
  const url = `https://receiver.test${path}`;
  const { body } = await callAs(d.service, user, "POST", `${base}/webhooks`, { url });
  const id: string = body.id;
  const received = () => d.endpoint.requests.filter((request) => request.path === path).length;
  return { user, base, fsId, id, received };
}

async function makeMount(createdBy: string, fsId: string, mode: "ro" | "rw"): Promise<string> {
  const id = newId("ms");
  await d.service.services.pool.query(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
    VALUES ($1, $2, $3, $4, $5, now() + '1 h', $6, now() + '1 h')`,
    [id, d.tenant.orgId, fsId, mode, createdBy, Buffer.from(id)],
  );
  return id;
}

const stopped = async (id: string) =>
  (await d.service.services.db.mount_session.findUniqueOrThrow({ where: { id } })).stopped_reason;
const write = (base: string) =>
  call(d.service, d.tenant.key, "PUT", `${base}/files?path=/f`, "text");

/** Whatever could start an attempt of a webhook does its best. */
async function tryToSend(id: string): Promise<void> {
  await skipWaits(d, id);
  await reconcile(d.service.services);
  await drain(d.service.services, id);
}

test("a removed user's webhooks and mounts end with the membership, another's stay", async () => {
  const gone = await createMember();
  const stays = await createMember();
  for (const { id, received } of [gone, stays]) {
    await tryToSend(id);
    expect(received()).toBe(1);
  }
  const mounts = [
    await makeMount(`user:${gone.user.id}`, gone.fsId, "ro"),
    await makeMount(`user:${gone.user.id}`, gone.fsId, "rw"),
    await makeMount(`user:${stays.user.id}`, gone.fsId, "rw"),
  ];
  const response = await callAs(d.service, owner, "DELETE", `${org}/members/${gone.user.id}`);
  expect(response.status).toBe(204);
  expect(await Promise.all(mounts.map(stopped))).toEqual([
    "access_revoked",
    "access_revoked",
    null,
  ]);
  for (const { id, base } of [gone, stays]) {
    await write(base);
    await tryToSend(id);
  }
  expect([gone.received(), stays.received()]).toEqual([1, 2]);
  const { body } = await callAs(d.service, owner, "GET", `${gone.base}/webhooks/${gone.id}`);
  expect(body).toMatchObject({ state: "disabled", disabled_reason: "access_revoked" });
  // Who they were is still known.
  expect(body).toMatchObject({
    created_by: `user:${gone.user.id}`,
    created_by_name: gone.user.email.replace("@example.com", ""),
  });

  // Coming back revives nothing.
  await join(d.service, d.tenant.orgId, gone.user.id, "member");
  await tryToSend(gone.id);
  expect(gone.received()).toBe(1);
});

test("a webhook created while its creator is removed never outlives the membership", async () => {
  for (let round = 0; round < 8; round++) {
    const { user, base } = await createMember();
    const url = `https://receiver.test/race-${round}`;
    await Promise.all([
      callAs(d.service, user, "POST", `${base}/webhooks`, { url }),
      callAs(d.service, owner, "DELETE", `${org}/members/${user.id}`),
    ]);
    const webhooks = await d.service.services.db.webhook.findMany({
      where: { created_by: `user:${user.id}` },
    });
    expect(webhooks.filter(({ state }) => state === "active")).toEqual([]);
  }
});

test("owners and admins set grants; rw to ro ends only mounts that write, and the webhook continues", async () => {
  const hook = await createHook(d);
  const { base, id: fsId } = hook.fs;
  const { keyId } = hook.creator;
  const admin = await createTestUser(d.service);
  await join(d.service, d.tenant.orgId, admin.id, "admin");
  const mounts = [
    await makeMount(`key:${keyId}`, fsId, "ro"),
    await makeMount(`key:${keyId}`, fsId, "rw"),
  ];
  const set = (by: TestUser, mode: string) =>
    callAs(d.service, by, "PUT", `${base}/grants`, { api_key_id: keyId, mode });
  expect((await set(admin, "ro")).body).toMatchObject({ api_key_id: keyId, mode: "ro" });
  expect(await Promise.all(mounts.map(stopped))).toEqual([null, "access_revoked"]);
  expect((await hook.read()).state).toBe("active");
  await tryToSend(hook.id);
  expect(hook.received()).toHaveLength(1);

  const member = await createTestUser(d.service);
  await join(d.service, d.tenant.orgId, member.id, "member");
  expect((await set(member, "rw")).body.detail.code).toBe("forbidden");
  const removed = await callAs(d.service, owner, "DELETE", `${base}/grants/${keyId}`);
  expect(removed.status).toBe(204);
  expect(await hook.read()).toMatchObject({ disabled_reason: "access_revoked" });
  expect(await stopped(mounts[0]!)).toBe("access_revoked");
  const { body: log } = await callAs(d.service, owner, "GET", `${org}/audit-log?target=${keyId}`);
  expect(log.slice(0, 2)).toMatchObject([
    { action: "grant.removed", actor: { id: owner.id }, details: { before: { mode: "ro" } } },
    { action: "grant.set", actor: { id: admin.id } },
  ]);
});
