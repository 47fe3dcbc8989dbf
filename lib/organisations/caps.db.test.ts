import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const MOST = 5;

let service: TestService;
beforeAll(async () => {
  const caps = ["FILESYSTEMS", "API_KEYS", "INVITATIONS", "ORGANISATIONS"];
  service = await startTestService({
    env: Object.fromEntries(caps.map((name) => [`MAX_${name}`, `${MOST}`])),
  });
});
afterAll(() => service.close());

async function openOrganisation() {
  const tenant = await createTenant(service);
  const admin = await createTestUser(service);
  await join(service, tenant.orgId, admin.id, "admin");
  return { ...tenant, admin, base: `/api/v1/orgs/${tenant.orgId}` };
}
type Organisation = Awaited<ReturnType<typeof openOrganisation>>;
const invite = ({ admin, base }: Organisation) =>
  callAs(service, admin, "POST", `${base}/invitations`, {
    email: `${newId("user")}@example.com`,
    role: "member",
  });
const addKey = ({ admin, base }: Organisation) =>
  callAs(service, admin, "POST", `${base}/api-keys`, { name: "x" });
const addFilesystem = ({ key, base }: Organisation) =>
  call(service, key, "POST", `${base}/filesystems`, { name: "x" });
const addOrganisation = (user: TestUser) =>
  callAs(service, user, "POST", "/api/v1/orgs", { name: "x" });

/** Sends twenty requests at once; those that were refused must say so alike. */
async function sendMany(code: string, send: () => Promise<ApiResponse>): Promise<number> {
  const responses = await Promise.all(Array.from({ length: 20 }, send));
  const refused = responses.filter(({ status }) => status !== 201);
  for (const { status, body } of refused) {
    expect([status, body.detail.code, body.detail.limit]).toEqual([409, code, MOST]);
    expect(body.detail.message).toContain(`at most ${MOST} `);
  }
  return responses.length - refused.length;
}

test("twenty requests at once make exactly as many filesystems as an organisation may have", async () => {
  const [own, other] = [await openOrganisation(), await openOrganisation()];
  expect(await sendMany("filesystem_limit_reached", () => addFilesystem(own))).toBe(MOST);
  expect((await addFilesystem(other)).status).toBe(201);
  const filesystems = await callAs(service, own.admin, "GET", `${own.base}/filesystems`);
  const first = `${own.base}/filesystems/${filesystems.body[0].id}`;
  expect((await callAs(service, own.admin, "DELETE", first)).status).toBe(204);
  expect((await addFilesystem(own)).status).toBe(201);
});

test("… API keys; a revoked one makes room, and the shell is not counted", async () => {
  const [own, other] = [await openOrganisation(), await openOrganisation()];
  // The tenant has one already.
  expect(await sendMany("api_key_limit_reached", () => addKey(own))).toBe(MOST - 1);
  expect((await addKey(other)).status).toBe(201);
  const revoked = await callAs(service, own.admin, "DELETE", `${own.base}/api-keys/${own.keyId}`);
  expect(revoked.status).toBe(204);
  expect((await addKey(own)).status).toBe(201);
});

test("… open invitations; a revoked one makes room", async () => {
  const [own, other] = [await openOrganisation(), await openOrganisation()];
  expect(await sendMany("invitation_limit_reached", () => invite(own))).toBe(MOST);
  expect((await invite(other)).status).toBe(201);
  const open = await callAs(service, own.admin, "GET", `${own.base}/invitations`);
  const first = `${own.base}/invitations/${open.body[0].id}`;
  expect((await callAs(service, own.admin, "DELETE", first)).status).toBe(204);
  expect((await invite(own)).status).toBe(201);
});

test("… organisations of one user, whether or not they stay in them", async () => {
  const [user, other] = [await createTestUser(service), await createTestUser(service)];
  expect(await sendMany("organisation_limit_reached", () => addOrganisation(user))).toBe(MOST);
  await service.services.db.member.deleteMany({ where: { user_id: user.id } });
  expect((await addOrganisation(user)).body.detail.code).toBe("organisation_limit_reached");
  expect((await addOrganisation(other)).status).toBe(201);
});

test("members and keys see each limit and what is used of it", async () => {
  const organisation = await openOrganisation();
  const { admin, key, base } = organisation;
  await invite(organisation);
  const { body } = await addFilesystem(organisation);
  await call(service, key, "PUT", `${base}/filesystems/${body.id}/files?path=/a`, "12345");
  const streaming = new AbortController();
  const { status } = await fetch(`${service.url}${base}/filesystems/${body.id}/changes`, {
    headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" },
    signal: streaming.signal,
  });
  expect(status).toBe(200);
  const shown = (await callAs(service, admin, "GET", `${base}/limits`)).body;
  expect(shown).toMatchObject({
    bytes: { limit: null, used: 5 },
    entries: { limit: null, used: 1 },
    filesystems: { limit: MOST, used: 1 },
    api_keys: { limit: MOST, used: 1 },
    invitations: { limit: MOST, used: 1 },
    streams: { used: 1 },
  });
  expect(shown.file_requests.used).toBeGreaterThan(0);
  expect(shown.management_requests.used).toBeGreaterThan(0);
  expect((await call(service, key, "GET", `${base}/limits`)).status).toBe(200);
  streaming.abort();
});
