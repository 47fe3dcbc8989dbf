import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const HOUR_MS = 60 * 60 * 1000;
let service: TestService;
let owner: TestUser;
let keys: string;
let base: string;
let fsId: string;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" } });
  const tenant = await createTenant(service);
  owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
  keys = `/api/v1/orgs/${tenant.orgId}/api-keys`;
  ({ base, id: fsId } = await createFilesystem(service, tenant));
});
afterAll(() => service.close());

const as = (method: string, route: string, body?: object) =>
  callAs(service, owner, method, route, body);
const update = (id: string, body: object) => as("PATCH", `${keys}/${id}`, body);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function makeKey(more: object = {}): Promise<{ id: string; key: string }> {
  const { body } = await as("POST", keys, { name: "ci", ...more });
  await as("PUT", `${base}/grants`, { api_key_id: body.id, mode: "rw" });
  return body;
}

test("a key is renamed and its expiry moves, with its webhooks; the audit log has both", async () => {
  const { id, key } = await makeKey();
  const hook = await call(service, key, "POST", `${base}/webhooks`, { url: "https://gone.test/" });
  const at = inHours(2);
  const { status, body } = await update(id, { name: "backend", expires_at: at });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, name: "backend", expires_at: at });
  const { access_expires_at } = await service.services.db.webhook.findUniqueOrThrow({
    where: { id: hook.body.id },
  });
  expect(access_expires_at?.toISOString()).toBe(at);
  const log = `${keys.replace("api-keys", "audit-log")}?target=${id}&limit=1`;
  expect((await as("GET", log)).body).toMatchObject([
    {
      action: "api_key.updated",
      target: { name: "backend" },
      details: { name: "backend", expires_at: at, before: { name: "ci", expires_at: null } },
    },
  ]);
  expect((await update(id, { expires_at: null })).body).toMatchObject({
    name: "backend",
    expires_at: null,
  });
  const before = await service.services.db.audit_entry.count({ where: { target_id: id } });
  expect((await update(id, {})).status).toBe(200);
  const after = await service.services.db.audit_entry.count({ where: { target_id: id } });
  expect(after).toBe(before);
});

test("what is past, expired, revoked or elsewhere is not changed", async () => {
  const { id } = await makeKey();
  expect((await update(id, { expires_at: inHours(-1) })).status).toBe(422);
  expect((await update(id, { name: " " })).status).toBe(422);
  await service.services.db.api_key.update({
    where: { id },
    data: { expires_at: new Date(Date.now() - 1) },
  });
  expect((await update(id, { expires_at: null })).status).toBe(404);
  const { id: revoked } = await makeKey();
  await as("DELETE", `${keys}/${revoked}`);
  const other = await createTenant(service);
  for (const one of [revoked, other.keyId, "x"])
    for (const [method, route] of [
      ["PATCH", `${keys}/${one}`],
      ["GET", `${keys}/${one}/grants`],
    ] as const)
      expect((await as(method, route, method === "PATCH" ? { name: "a" } : undefined)).status).toBe(
        404,
      );
});

test("a key shows who created it and what it has access to", async () => {
  const { id } = await makeKey();
  const all = (await as("GET", keys)).body;
  const { name } = await service.services.db.user.findUniqueOrThrow({ where: { id: owner.id } });
  expect(all.find((one: { id: string }) => one.id === id)).toMatchObject({
    created_by_name: name,
    grant_count: 1,
    filesystems: [{ id: fsId, name: expect.any(String), mode: "rw" }],
  });
  expect((await as("GET", `${keys}/${id}/grants`)).body).toMatchObject([
    { filesystem_id: fsId, mode: "rw", filesystem_name: expect.any(String) },
  ]);
});
