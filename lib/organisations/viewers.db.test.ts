import { afterAll, beforeAll, expect, test } from "vitest";

import { hashToken } from "@/lib/auth/token";
import { logIn } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let owner: TestUser;
let viewer: TestUser;
let org: string;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let hook: string;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" } });
  tenant = await createTenant(service);
  [owner, viewer] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, viewer.id, "viewer");
  org = `/api/v1/orgs/${tenant.orgId}`;
  fs = await createFilesystem(service, tenant);
  await call(service, tenant.key, "PUT", `${fs.base}/files?path=/f`, "text");
  const url = "https://gone.test/";
  hook = (await call(service, tenant.key, "POST", `${fs.base}/webhooks`, { url })).body.id;
});
afterAll(() => service.close());

const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const mountOf = (user: TestUser, mode: "ro" | "rw") =>
  callAs(service, user, "POST", "/api/v1/mount-sessions", { filesystem_id: fs.id, mode });
const setRole = (user: TestUser, role: string) =>
  callAs(service, owner, "PATCH", `${org}/members/${user.id}`, { role });

test("spec 3.8: a viewer reads what members read and changes nothing, in the console and with a login", async () => {
  const reads = ["/files?path=/f", "/entries?path=/", "/changes", "/usage", "/webhooks"];
  for (const route of [...reads, `/webhooks/${hook}/deliveries`, `/webhooks/${hook}`])
    expect((await callAs(service, viewer, "GET", fs.base + route)).status).toBe(200);
  for (const route of ["", "/members", "/limits", "/filesystems"])
    expect((await callAs(service, viewer, "GET", org + route)).status).toBe(200);
  const login = await logIn(service, viewer);
  const writes = [
    ["PUT", `${fs.base}/files?path=/g`],
    ["DELETE", `${fs.base}/files?path=/f`],
    ["POST", `${fs.base}/directories`, { path: "/d" }],
    ["POST", `${fs.base}/files:batch`, { changes: [{ op: "mkdir", path: "/d" }] }],
    ["PATCH", fs.base, { name: "new" }],
    ["POST", `${org}/filesystems`, { name: "new" }],
  ] as const;
  const more = [
    ["POST", `${fs.base}/webhooks`, { url: "https://gone.test/" }],
    ["POST", `${fs.base}/webhooks/${hook}:rotate-secret`],
    ["POST", `${fs.base}/webhooks/${hook}:retry-now`],
    ["DELETE", `${fs.base}/webhooks/${hook}`],
    ["GET", `${org}/api-keys`],
    ["GET", `${org}/invitations`],
    ["POST", `${org}/api-keys`, { name: "x" }],
    ["PUT", `${fs.base}/grants`, { api_key_id: tenant.keyId, mode: "rw" }],
  ] as const;
  for (const [method, route, body] of [...writes, ...more])
    expect(await callAs(service, viewer, method, route, body)).toMatchObject(
      refusal(403, "forbidden"),
    );
  for (const [method, route, body] of writes)
    expect(await call(service, login.access, method, route, body)).toMatchObject(
      refusal(403, "forbidden"),
    );
  const { body } = await callAs(service, viewer, "GET", "/api/v1/me");
  expect(body.organisations).toMatchObject([{ id: tenant.orgId, role: "viewer" }]);
});

test("a viewer mounts for reading only", async () => {
  expect(await mountOf(viewer, "rw")).toMatchObject(refusal(403, "forbidden"));
  const made = await mountOf(viewer, "ro");
  expect(made.status).toBe(201);
  const { ticket } = made.body;
  const exchange = "/api/v1/mount-sessions:exchange";
  const { password } = (await call(service, null, "POST", exchange, { ticket })).body;
  expect((await call(service, password, "GET", `${fs.base}/files?path=/f`)).status).toBe(200);
  expect(await call(service, password, "PUT", `${fs.base}/files?path=/g`, "x")).toMatchObject(
    refusal(403, "no_grant"),
  );
  const end = `/api/v1/mount-sessions/${made.body.id}`;
  expect((await callAs(service, viewer, "DELETE", end)).status).toBe(204);
});

test("who becomes a viewer loses what writes at once, and keeps what reads", async () => {
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "admin");
  const url = "https://gone.test/";
  const own = (await callAs(service, user, "POST", `${fs.base}/webhooks`, { url })).body.id;
  const [ro, rw] = [(await mountOf(user, "ro")).body.id, (await mountOf(user, "rw")).body.id];
  const invitation = { email: "new@example.com", role: "viewer" };
  const invited = await callAs(service, user, "POST", `${org}/invitations`, invitation);
  expect(invited.status).toBe(201);
  const streams = await Promise.all(
    ["/webhooks/stream", "/changes"].map((route) =>
      fetch(service.url + fs.base + route, {
        headers: { cookie: user.cookie, accept: "text/event-stream" },
      }),
    ),
  );
  expect((await setRole(user, "viewer")).body).toMatchObject({ role: "viewer" });
  expect(await streams[0]!.text()).toContain("forbidden");
  const { db } = service.services;
  const reasons = await db.mount_session.findMany({
    where: { id: { in: [ro, rw] } },
    orderBy: { mode: "asc" },
    select: { mode: true, stopped_reason: true },
  });
  expect(reasons).toEqual([
    { mode: "ro", stopped_reason: null },
    { mode: "rw", stopped_reason: "access_revoked" },
  ]);
  expect((await db.webhook.findUniqueOrThrow({ where: { id: own } })).state).toBe("active");
  expect((await callAs(service, owner, "GET", `${org}/invitations`)).body).toEqual([]);
  // The stream that reads stays, and as a viewer the user opens that of webhooks again.
  const feed = streams[1]!.body!.getReader();
  await call(service, tenant.key, "PUT", `${fs.base}/files?path=/later`, "text");
  let seen = "";
  while (!seen.includes("/later"))
    seen += new TextDecoder().decode((await feed.read()).value ?? new Uint8Array());
  await feed.cancel();
  const again = await fetch(`${service.url}${fs.base}/webhooks/stream`, {
    headers: { cookie: user.cookie, accept: "text/event-stream" },
  });
  const reader = again.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("snapshot");
  await reader.cancel();
  expect((await setRole(user, "member")).status).toBe(200);
  expect((await mountOf(user, "rw")).status).toBe(201);
});

test("viewers are invited, and do not see who lacks a required second factor", async () => {
  const guest = await createTestUser(service);
  const body = { email: guest.email, role: "viewer" };
  const { body: made } = await callAs(service, owner, "POST", `${org}/invitations`, body);
  const token = new URL(made.url).hash.slice(1);
  const accepted = await callAs(service, guest, "POST", "/api/v1/invitations:accept", { token });
  expect(accepted.body).toMatchObject({ role: "viewer" });
  const { db } = service.services;
  const require = (second_factor_required: boolean) =>
    db.organisation.update({ where: { id: tenant.orgId }, data: { second_factor_required } });
  const factor = {
    user_id: viewer.id,
    sealed: hashToken("x").toString("hex"),
    confirmed_at: new Date(),
  };
  await db.second_factor.create({ data: factor });
  await require(true);
  const members = await callAs(service, viewer, "GET", `${org}/members`);
  await require(false);
  expect(members.status).toBe(200);
  expect(members.body.length).toBeGreaterThan(2);
  for (const one of members.body) expect(one.lacks_second_factor).toBe(false);
});

test("a viewer can leave, removes no one else, and is no owner's replacement", async () => {
  const user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "viewer");
  const remove = (id: string) => callAs(service, user, "DELETE", `${org}/members/${id}`);
  expect(await remove(viewer.id)).toMatchObject(refusal(403, "forbidden"));
  expect((await remove(user.id)).status).toBe(204);
});
