import { afterAll, beforeAll, expect, test } from "vitest";

import { createApiKey } from "@/lib/auth/api-keys";
import { drain } from "@/lib/delivery/drain";
import { purgeDeletedFilesystems } from "@/lib/filesystems/purge-deleted-filesystems";
import { createHook, type Delivering, skipWaits, startDelivering } from "@/testing/delivering";
import { exchange, SESSIONS } from "@/testing/mounts";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join } from "@/testing/user";

import { purgeDeletedOrganisations } from "./purge-deleted-organisations";

let d: Delivering;
beforeAll(async () => {
  d = await startDelivering();
});
afterAll(() => d.close());

const codeOf = ({ status, body }: { status: number; body: { detail?: { code: string } } }) =>
  body?.detail?.code ?? status;

/** An organisation with an owner, an admin, a webhook that is behind, and a mount. */
async function createBusy() {
  const { service } = d;
  d.tenant = await createTenant(service);
  const [owner, admin] = [await createTestUser(service), await createTestUser(service)];
  await join(service, d.tenant.orgId, owner.id, "owner");
  await join(service, d.tenant.orgId, admin.id, "admin");
  const hook = await createHook(d);
  await hook.put("/a.txt");
  const body = { filesystem_id: hook.fs.id, mode: "rw" };
  const { ticket } = (await call(service, d.tenant.key, "POST", SESSIONS, body)).body;
  const mount = (await exchange(service, ticket)).body.password as string;
  return { ...d.tenant, owner, admin, hook, mount, org: `/api/v1/orgs/${d.tenant.orgId}` };
}

test("an owner deletes it: from then on no one reaches it, and nothing is sent", async () => {
  const { service } = d;
  const { owner, admin, hook, mount, org, orgId, key } = await createBusy();
  const route = `${hook.fs.base}/entries?path=/`;
  expect(codeOf(await callAs(service, admin, "DELETE", org))).toBe("forbidden");
  expect(codeOf(await call(service, mount, "GET", route))).toBe(200);

  expect(codeOf(await callAs(service, owner, "DELETE", org))).toBe(204);
  expect(codeOf(await callAs(service, owner, "GET", org))).toBe("not_found");
  expect(codeOf(await callAs(service, admin, "GET", route))).toBe("not_found");
  expect(codeOf(await call(service, key, "GET", route))).toBe("unauthenticated");
  expect(codeOf(await call(service, mount, "GET", route))).not.toBe(200);
  expect((await callAs(service, owner, "GET", "/api/v1/me")).body.organisations).toEqual([]);
  await skipWaits(d, hook.id);
  await drain(service.services, hook.id);
  expect(hook.received()).toEqual([]);
  const entries = await service.services.db.audit_entry.findMany({
    where: { org_id: orgId, action: "organisation.deleted" },
  });
  expect(entries.map(({ actor_id: id }) => id)).toEqual([owner.id]);
});

test("what is left of it is purged, in steps and with all its filesystems; another's stays", async () => {
  const { service } = d;
  const { db } = service.services;
  const { owner, org, orgId, key } = await createBusy();
  for (let i = 0; i < 4; i++) await createFilesystem(service, { orgId, key });
  const other = await createBusy();
  await callAs(service, owner, "DELETE", org);
  for (let more = true; more;) ({ more } = await purgeDeletedOrganisations(db, 2));
  for (let more = true; more;) ({ more } = await purgeDeletedFilesystems(db));
  expect(await db.organisation.count({ where: { id: orgId } })).toBe(0);
  expect(await db.filesystem.count({ where: { org_id: orgId } })).toBe(0);
  expect(await db.deleted_filesystem.count()).toBe(0);
  const { rows } = await service.services.pool.query(
    "SELECT DISTINCT filesystem_id AS id FROM node WHERE filesystem_id NOT IN (SELECT id FROM filesystem)",
  );
  expect(rows).toEqual([]);
  expect(
    codeOf(await call(service, other.key, "GET", `${other.hook.fs.base}/entries?path=/`)),
  ).toBe(200);
});

test("it no longer counts among those its owner may create", async () => {
  const { service } = d;
  const user = await createTestUser(service);
  const { body } = await callAs(service, user, "POST", "/api/v1/orgs", { name: "Brief" });
  const created = () => service.services.db.organisation.count({ where: { created_by: user.id } });
  expect(await created()).toBe(1);
  await callAs(service, user, "DELETE", `/api/v1/orgs/${body.id}`);
  expect(await created()).toBe(0);
});

test("of requests that create something while it is deleted none breaks, and nothing survives", async () => {
  const { service } = d;
  const { db } = service.services;
  for (let round = 0; round < 5; round++) {
    const { owner, admin, org, orgId, key, hook } = await createBusy();
    const invited = await Promise.all([1, 2, 3].map(() => createTestUser(service)));
    const tokens = await Promise.all(
      invited.map(async ({ email }) => {
        const body = { email, role: "member" };
        return new URL((await callAs(service, owner, "POST", `${org}/invitations`, body)).body.url);
      }),
    );
    const outcomes = await Promise.all([
      callAs(service, owner, "DELETE", org),
      ...invited.map((user, n) =>
        callAs(service, user, "POST", "/api/v1/invitations:accept", {
          token: tokens[n]!.hash.slice(1),
        }),
      ),
      ...[1, 2, 3].map((n) => callAs(service, owner, "POST", `${org}/api-keys`, { name: `k${n}` })),
      ...[1, 2, 3].map((n) =>
        call(service, key, "POST", `${org}/filesystems`, { name: `f${round}-${n}` }),
      ),
      call(service, key, "POST", `${hook.fs.base}/webhooks`, { url: "https://receiver.test/x" }),
      call(service, key, "POST", SESSIONS, { filesystem_id: hook.fs.id, mode: "rw" }),
      callAs(service, admin, "DELETE", `${org}/members/${admin.id}`),
    ]);
    expect(outcomes.filter(({ status }) => status >= 500)).toEqual([]);
    expect(outcomes[0]?.status).toBe(204);
    const left = {
      members: await db.member.count({ where: { org_id: orgId } }),
      keys: await db.api_key.count({ where: { org_id: orgId, revoked_at: null } }),
      webhooks: await db.webhook.count({
        where: { filesystem: { org_id: orgId }, state: "active" },
      }),
      mounts: await db.mount_session.count({
        where: { org_id: orgId, stopped_at: null, ends_at: { gt: new Date() } },
      }),
    };
    expect(left).toEqual({ members: 0, keys: 0, webhooks: 0, mounts: 0 });
  }
});

test("the operator makes no key for it, and does not disable it any more", async () => {
  const { db } = d.service.services;
  const { owner, org, orgId } = await createBusy();
  const input = { orgId, name: "late", permissions: [], expiresAt: null, createdBy: "shell" };
  expect(await createApiKey(db, "shell", input)).not.toBeNull();
  expect((await callAs(d.service, owner, "DELETE", org)).status).toBe(204);
  expect(await createApiKey(db, "shell", input)).toBeNull();
  expect(await db.$queryRaw`SELECT organisation_disable(${orgId}) AS disabled`).toEqual([
    { disabled: false },
  ]);
});
