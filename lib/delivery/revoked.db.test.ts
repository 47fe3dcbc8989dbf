import { afterAll, beforeAll, expect, test } from "vitest";

import { createHook, type Delivering, grant, startDelivering } from "@/testing/delivering";
import { startServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem, createKey } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { startReconciler } from "./reconciler";

// spec 7.13, as the endpoint's socket sees it: the engine runs, and changes continue. A second
// webhook on the same filesystem, whose creator keeps its access, shows that deliveries continue
// too.
const HOST = "receiver.test";
let delivering: Delivering;
let reconciler: ReturnType<typeof startReconciler>;
let owner: TestUser;
beforeAll(async () => {
  delivering = await startDelivering(async (options) => {
    const service = await startServiceWithEngine(options);
    return { ...service, close: () => service.closeAll() };
  });
  reconciler = startReconciler(delivering.service.services);
  owner = await createTestUser(delivering.service);
  await join(delivering.service, delivering.tenant.orgId, owner.id, "owner");
});
afterAll(async () => {
  await reconciler.stop();
  await delivering.close();
});

type Hook = Awaited<ReturnType<typeof createHook>>;

/** A webhook and a control webhook, both past their first resync. */
async function setUp() {
  const hook = await createHook(delivering);
  const control = await createHookOn(hook.fs.base, "/control", delivering.tenant.key);
  await eventually("the first resyncs", () => hook.received().length > 0 && control().length > 0);
  return { hook, control };
}

let serial = 0;

/**
 * Another webhook on a filesystem, created with `key` or by the user; returns how to see its
 * requests.
 */
async function createHookOn(base: string, path: string, key: string | TestUser) {
  const { service, endpoint } = delivering;
  const at = `${path}-${++serial}`;
  const body = { url: `https://${HOST}${at}` };
  const response =
    typeof key === "string"
      ? await call(service, key, "POST", `${base}/webhooks`, body)
      : await callAs(service, key, "POST", `${base}/webhooks`, body);
  expect(response.status).toBe(201);
  const seen = () => endpoint.requests.filter((request) => request.path === at);
  return Object.assign(seen, { id: String(response.body.id) });
}

/**
 * Changes files until the control has had two more messages; the revoked webhook must have had
 * none.
 */
async function changesGoOn(put: Hook["put"], control: () => unknown[]) {
  const before = control().length;
  let n = 0;
  await eventually("the control's messages", async () => {
    await put(`/later-${serial}-${++n}`);
    return control().length >= before + 2;
  });
}

const stateOf = async (id: string) => {
  const { state, disabled_reason } = await delivering.service.services.db.webhook.findUniqueOrThrow(
    { where: { id } },
  );
  return [state, disabled_reason];
};

test.for<[string, (hook: Hook) => Promise<unknown>]>([
  [
    "the key is revoked",
    ({ creator }) =>
      callAs(
        delivering.service,
        owner,
        "DELETE",
        `/api/v1/orgs/${delivering.tenant.orgId}/api-keys/${creator.keyId}`,
      ),
  ],
  [
    "the grant is removed",
    ({ creator, fs }) =>
      call(
        delivering.service,
        delivering.tenant.key,
        "DELETE",
        `${fs.base}/grants/${creator.keyId}`,
      ),
  ],
])("%s: no request begins after that", async ([, lose]) => {
  const { hook, control } = await setUp();
  expect(await lose(hook)).toMatchObject({ status: 204 });
  const begun = hook.received().length;
  await changesGoOn(hook.put, control);
  expect(hook.received()).toHaveLength(begun);
  expect(await stateOf(hook.id)).toEqual(["disabled", "access_revoked"]);
});

test("the key expires: no request starts after that", async () => {
  const { service, tenant } = delivering;
  const fs = await createFilesystem(service, tenant);
  const key = await createKey(service.services.db, tenant.orgId);
  await grant(delivering, fs.base, key.keyId, "rw");
  const { rows } = await service.services.pool.query<{ at: Date }>(
    "UPDATE api_key SET expires_at = clock_timestamp() + interval '8 s' WHERE id = $1 RETURNING expires_at AS at",
    [key.keyId],
  );
  const seen = await createHookOn(fs.base, "/expiring", key.key);
  const control = await createHookOn(fs.base, "/control", tenant.key);
  const put = (file: string) =>
    call(service, tenant.key, "PUT", `${fs.base}/files?path=${file}`, "x");
  await eventually("the first resyncs", () => seen().length > 0 && control().length > 0);
  await eventually("the key has expired", () => Date.now() > rows[0]!.at.getTime());
  const begun = seen().length;
  await changesGoOn(put, control);
  expect(seen()).toHaveLength(begun);
  await eventually("it is disabled", async () => (await stateOf(seen.id))[0] === "disabled");
  expect(await stateOf(seen.id)).toEqual(["disabled", "access_revoked"]);
});

test("the user is removed: no request starts after that", async () => {
  const { service, tenant } = delivering;
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
  const fs = await createFilesystem(service, tenant);
  const seen = await createHookOn(fs.base, "/user", user);
  const control = await createHookOn(fs.base, "/control", tenant.key);
  const put = (file: string) =>
    call(service, tenant.key, "PUT", `${fs.base}/files?path=${file}`, "x");
  await eventually("the first resyncs", () => seen().length > 0 && control().length > 0);
  const route = `/api/v1/orgs/${tenant.orgId}/members/${user.id}`;
  expect(await callAs(service, owner, "DELETE", route)).toMatchObject({ status: 204 });
  const begun = seen().length;
  await changesGoOn(put, control);
  expect(seen()).toHaveLength(begun);
  expect(await stateOf(seen.id)).toEqual(["disabled", "access_revoked"]);
});

test("rw becomes ro: deliveries go on", async () => {
  const { hook, control } = await setUp();
  expect(await grant(delivering, hook.fs.base, hook.creator.keyId, "ro")).toMatchObject({
    status: 200,
  });
  const begun = hook.received().length;
  await changesGoOn(hook.put, control);
  await eventually("its messages", () => hook.received().length > begun);
  expect(await stateOf(hook.id)).toEqual(["active", null]);
});
