import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import { AppError } from "@/lib/errors";
import { removeGrant } from "@/lib/filesystems/remove-grant";
import { setGrant } from "@/lib/filesystems/set-grant";
import type { Services } from "@/lib/services";
import { createMount, exchange, openAnother, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, contextOf, createFilesystem, createKey, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join } from "@/testing/user";

import { createMountSession } from "./create-mount-session";

let service: TestService;
let other: Services;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let creator: Awaited<ReturnType<typeof createKey>>;
beforeAll(async () => {
  service = await startTestService();
  other = await openAnother(service);
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
  creator = await createKey(service.services.db, tenant.orgId);
  await grant("rw");
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const grant = (mode: "ro" | "rw") =>
  call(service, tenant.key, "PUT", `${fs.base}/grants`, { api_key_id: creator.keyId, mode });
const read = async (password: string) =>
  (await call(service, password, "GET", `${fs.base}/entries?path=/`)).status;
const reasons = async () => {
  const rows = await service.services.db.mount_session.findMany({
    where: { filesystem_id: fs.id },
    orderBy: { id: "asc" },
  });
  return rows.map(({ mode, stopped_reason }) => [mode, stopped_reason]);
};
const bothModes = async () => [
  await createMount(service, creator.key, fs.id, "ro"),
  await createMount(service, creator.key, fs.id, "rw"),
];

test("losing rw ends the sessions that write, also those not exchanged yet, and no others", async () => {
  const [reader, writer] = await bothModes();
  const input = { filesystem_id: fs.id, mode: "rw" };
  const { ticket } = (await call(service, creator.key, "POST", SESSIONS, input)).body;
  const others = await createMount(service, tenant.key, fs.id, "rw");
  await grant("ro");
  expect(await read(writer!.password)).toBe(401);
  expect((await exchange(service, ticket)).status).toBe(404);
  expect([await read(reader!.password), await read(others.password)]).toEqual([200, 200]);
  expect(await reasons()).toEqual([
    ["ro", null],
    ["rw", "access_revoked"],
    ["rw", "access_revoked"],
    ["rw", null],
  ]);
  await grant("rw");
  expect(await read(writer!.password)).toBe(401);
});

test("a removed grant and a revoked key end all", async () => {
  const first = await bothModes();
  await call(service, tenant.key, "DELETE", `${fs.base}/grants/${creator.keyId}`);
  for (const { password } of first) expect(await read(password)).toBe(401);
  await grant("rw");
  const second = await bothModes();
  await revokeApiKey(service.services.db, "shell", { id: creator.keyId, orgId: tenant.orgId });
  for (const { password } of second) expect(await read(password)).toBe(401);
  const list = await call(service, tenant.key, "GET", `${fs.base}/mount-sessions?ended=true`);
  expect(list.body).toEqual([]);
  expect(new Set((await reasons()).map(([, reason]) => reason))).toEqual(
    new Set(["access_revoked"]),
  );
});

test("the reason why a session ended stays, whatever happens to its creator afterwards", async () => {
  const [reader, writer] = await bothModes();
  await call(service, creator.key, "DELETE", `${SESSIONS}/${writer!.id}`);
  await service.services.pool.query(
    "UPDATE mount_session SET credential_expires_at = now() WHERE id = $1",
    [reader!.id],
  );
  await revokeApiKey(service.services.db, "shell", { id: creator.keyId, orgId: tenant.orgId });
  expect(await reasons()).toEqual([
    ["ro", null],
    ["rw", "revoked"],
  ]);
});

test("a user who is removed loses all, and a deleted filesystem has none", async () => {
  const [owner, member] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, member.id, "member");
  const input = { filesystem_id: fs.id, mode: "ro" };
  const { body } = await callAs(service, member, "POST", SESSIONS, input);
  const { password } = (await exchange(service, body.ticket)).body;
  const left = await createMount(service, creator.key, fs.id, "rw");
  const members = `/api/v1/orgs/${tenant.orgId}/members`;
  expect((await callAs(service, owner, "DELETE", `${members}/${member.id}`)).status).toBe(204);
  expect([await read(password), await read(left.password)]).toEqual([401, 200]);
  expect(await reasons()).toEqual([
    ["ro", "access_revoked"],
    ["rw", null],
  ]);
  expect((await callAs(service, member, "DELETE", `${SESSIONS}/${body.id}`)).status).toBe(404);
  expect((await callAs(service, owner, "DELETE", fs.base)).status).toBe(204);
  expect(await read(left.password)).toBe(401);
});

test("a key that expires ends its sessions at that moment", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const input = {
    orgId: tenant.orgId,
    name: "x",
    permissions: [],
    expiresAt,
    createdBy: "system:test",
  };
  const made = await createApiKey(service.services.db, "shell", input);
  await call(service, tenant.key, "PUT", `${fs.base}/grants`, { api_key_id: made!.id, mode: "ro" });
  const { id, password } = await createMount(service, made!.key, fs.id, "ro");
  const { ends_at } = await service.services.db.mount_session.findUniqueOrThrow({ where: { id } });
  expect(ends_at).toEqual(expiresAt);
  expect(await read(password)).toBe(200);
});

const RACES: [string, (ctx: ReturnType<typeof contextOf>) => Promise<unknown>, "ro" | null][] = [
  ["its grant removed", (ctx) => removeGrant(ctx, creator.keyId), null],
  ["rw taken", (ctx) => setGrant(ctx, { api_key_id: creator.keyId, mode: "ro" }), "ro"],
];

test.each(RACES)(
  "created in one process while the other has %s: none lives on",
  async (_, take, left) => {
    let made = 0;
    for (let round = 0; round < 25; round++) {
      await grant("rw");
      const own = contextOf(service, { ...creator, orgId: tenant.orgId }, fs.id);
      const admin = { ...contextOf(service, tenant, fs.id), services: other };
      const create = () =>
        createMountSession(own, { filesystem_id: fs.id, mode: "rw" }).then(
          () => (made += 1),
          (error: unknown) => {
            if (!(error instanceof AppError && error.code === "no_grant")) throw error;
          },
        );
      await Promise.all([create(), take(admin), create()]);
      expect((await reasons()).filter(([, reason]) => reason === null)).toEqual([]);
    }
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(50);
    const input = { filesystem_id: fs.id, mode: "ro" };
    expect((await call(service, creator.key, "POST", SESSIONS, input)).status).toBe(
      left === null ? 403 : 201,
    );
  },
);
