import { afterAll, beforeAll, expect, test } from "vitest";

import { KEY_SCOPES, SCOPES } from "@/lib/contract/scopes";
import { logIn } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let fsId: string;
let owner: TestUser;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  ({ id: fsId, base } = await createFilesystem(service, tenant));
  owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
});
afterAll(() => service.close());

/** A key made in the console, with a grant on the filesystem. */
async function makeKey(body: object, mode: "ro" | "rw" = "rw") {
  const route = `/api/v1/orgs/${tenant.orgId}/api-keys`;
  const made = await callAs(service, owner, "POST", route, { name: "limited", ...body });
  expect(made.status).toBe(201);
  const grant = { api_key_id: made.body.id, mode };
  expect((await call(service, tenant.key, "PUT", `${base}/grants`, grant)).status).toBe(200);
  return made.body;
}
const me = async (token: string) => (await call(service, token, "GET", "/api/v1/me")).body;
const mount = async (key: string, mode: "ro" | "rw") => {
  const body = { filesystem_id: fsId, mode };
  const response = await call(service, key, "POST", "/api/v1/mount-sessions", body);
  return [response.status, response.body.detail?.code, response.body.detail?.scope];
};

test("a key that was made without scopes has those of every key, and the console none", async () => {
  const made = await makeKey({});
  expect(made.scopes).toEqual(KEY_SCOPES);
  expect((await me(made.key)).scopes).toEqual(KEY_SCOPES);
  expect((await callAs(service, owner, "GET", "/api/v1/me")).body.scopes).toBeNull();
});

test("a request outside the scopes is refused with the one it lacks, also as a challenge", async () => {
  const { key } = await makeKey({ scopes: ["files:read", "files:read"] });
  expect((await call(service, key, "GET", `${base}/entries?path=/`)).status).toBe(200);
  const { status, headers, body } = await call(service, key, "GET", `${base}/webhooks`);
  expect([status, body.detail.code, body.detail.scope]).toEqual([
    403,
    "insufficient_scope",
    "webhooks",
  ]);
  expect(body.detail.message).toContain("`webhooks`");
  expect(headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_scope", scope="webhooks"',
  );
});

test("scopes never widen a grant", async () => {
  const { key } = await makeKey({ scopes: [...KEY_SCOPES] }, "ro");
  const { status, body } = await call(service, key, "PUT", `${base}/files?path=/x`, "x");
  expect([status, body.detail.code]).toEqual([403, "no_grant"]);
});

test("a key that only writes learns no entity tag of content it did not send", async () => {
  await call(service, tenant.key, "PUT", `${base}/files?path=/secret`, "secret");
  const { key } = await makeKey({ scopes: ["files:write"] });
  const lacking = {
    status: 403,
    body: { detail: { code: "insufficient_scope", scope: "files:read" } },
  };
  const pair = { from: "/secret", to: "/mine" };
  const link = { target: "/secret", path: "/mine" };
  const refused = [
    ["POST", "files:copy", pair],
    ["POST", "files:move", pair],
    ["POST", "files:link", link],
    ["PATCH", "files?path=/secret", { mode: "0600" }],
    ["PATCH", "files:content?path=/secret&append=true", ""],
    [
      "POST",
      "files:batch",
      {
        changes: [
          { op: "mkdir", path: "/d" },
          { op: "link", ...link },
        ],
      },
    ],
    ["POST", "files:batch", { changes: [{ op: "patch", path: "/secret" }] }],
  ] as const;
  for (const [method, route, body] of refused)
    expect(await call(service, key, method, `${base}/${route}`, body)).toMatchObject(lacking);
  const { status, body } = await call(service, key, "PUT", `${base}/files?path=/own`, "own");
  expect([status, body.size]).toEqual([201, 3]);
  const changes = [
    { op: "put", path: "/own", content: "" },
    { op: "mkdir", path: "/d" },
    { op: "remove", path: "/secret" },
  ];
  const batch = await call(service, key, "POST", `${base}/files:batch`, { changes });
  expect(batch.body.results.map((one: { status: number }) => one.status)).toEqual([200, 201, 204]);
  expect((await call(service, key, "DELETE", `${base}/files?path=/own`)).status).toBe(204);
});

test("a permission is enough for what no key has a scope for", async () => {
  const permissions = ["grants:write", "filesystems:create"];
  const { key } = await makeKey({ permissions, scopes: ["files:read"] });
  expect((await call(service, key, "GET", `${base}/grants`)).status).toBe(200);
  const route = `/api/v1/orgs/${tenant.orgId}/filesystems`;
  const { body } = await call(service, key, "POST", route, { name: "x" });
  expect([body.detail.code, body.detail.scope]).toEqual(["insufficient_scope", "files:write"]);
});

test("a ticket takes the scopes of its mode", async () => {
  const { key: reader } = await makeKey({ scopes: ["files:read"] });
  expect(await mount(reader, "ro")).toEqual([201, undefined, undefined]);
  expect(await mount(reader, "rw")).toEqual([403, "insufficient_scope", "files:write"]);
  const { key: writer } = await makeKey({ scopes: ["files:write"] });
  expect(await mount(writer, "ro")).toEqual([403, "insufficient_scope", "files:read"]);
  expect(await mount(writer, "rw")).toEqual([403, "insufficient_scope", "files:read"]);
  const { key: both } = await makeKey({ scopes: ["files:write", "files:read"] });
  expect(await mount(both, "rw")).toEqual([201, undefined, undefined]);
});

test("a key has at least one scope, and none that only logins have", async () => {
  const route = `/api/v1/orgs/${tenant.orgId}/api-keys`;
  for (const scopes of [[], ["keys"], ["members"], ["files:read", "all"], "files:read"]) {
    const { status } = await callAs(service, owner, "POST", route, { name: "x", scopes });
    expect(status).toBe(422);
  }
});

test("a login acts within its scopes, whatever the role of its user", async () => {
  const { access } = await logIn(service, owner);
  expect((await me(access)).scopes).toEqual(["files:read", "files:write"]);
  expect((await call(service, access, "PUT", `${base}/files?path=/y`, "y")).status).toBe(201);
  const members = `/api/v1/orgs/${tenant.orgId}/members`;
  const refused = await call(service, access, "GET", members);
  expect([refused.status, refused.body.detail.scope]).toEqual([403, "members"]);
  const full = await logIn(service, owner, SCOPES.join(" "));
  expect((await call(service, full.access, "GET", members)).status).toBe(200);
});
