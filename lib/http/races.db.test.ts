import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";
import { startWebProcess, type WebProcess } from "@/testing/web-process";

// What must happen once happens once, also when two web processes on one database are asked at the same moment.
let service: TestService;
let processes: [WebProcess, WebProcess];
let tenant: Awaited<ReturnType<typeof createTenant>>;
let owner: TestUser;
beforeAll(async () => {
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9" } });
  processes = await Promise.all([startWebProcess(service), startWebProcess(service)]);
  tenant = await createTenant(service);
  owner = await createTestUser(service);
  await join(service, tenant.orgId, owner.id, "owner");
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await service.close();
});

type Send = (process: WebProcess, n: number) => Promise<ApiResponse>;

/** Sends the same request `times` at once, in turn to the two processes; answers how often each outcome came. */
async function atOnce(times: number, send: Send): Promise<Record<string, number>> {
  const responses = await Promise.all(
    Array.from({ length: times }, (_, n) => send(processes[n % 2]!, n)),
  );
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const outcome = `${status} ${body?.detail?.code ?? body?.error ?? ""}`.trim();
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const ticket = async (fsId: string, body: object = {}) =>
  call(service, tenant.key, "POST", "/api/v1/mount-sessions", {
    filesystem_id: fsId,
    mode: "rw",
    ...body,
  });

test("of 50 exchanges of one ticket one wins", async () => {
  const { id } = await createFilesystem(service, tenant);
  const made = await ticket(id);
  const outcomes = await atOnce(50, (process) =>
    call(process, null, "POST", "/api/v1/mount-sessions:exchange", { ticket: made.body.ticket }),
  );
  expect(outcomes).toEqual({ "200": 1, "404 ticket_invalid": 49 });
});

test("one idempotency key makes one session, anyone who asks when", async () => {
  const { id } = await createFilesystem(service, tenant);
  const body = { filesystem_id: id, mode: "ro", idempotency_key: "again" };
  const outcomes = await atOnce(20, (process) =>
    call(process, tenant.key, "POST", "/api/v1/mount-sessions", body),
  );
  // Those that came while the first was under way are notified so; those after it see its session.
  expect(Object.keys(outcomes).toSorted()).toEqual(
    expect.toBeOneOf([["201"], ["201", "409 idempotency_conflict"]]),
  );
  const route = `/api/v1/orgs/${tenant.orgId}/filesystems/${id}/mount-sessions`;
  expect((await call(service, tenant.key, "GET", route)).body).toHaveLength(1);
});

test("a filesystem gets five webhooks and no sixth", async () => {
  const { base } = await createFilesystem(service, tenant);
  const outcomes = await atOnce(20, (process, n) =>
    call(process, tenant.key, "POST", `${base}/webhooks`, { url: `https://hooks.test/${n}` }),
  );
  expect(outcomes).toEqual({ "201": 5, "409 webhook_limit_reached": 15 });
});

test("the last owner stays when all leave at once", async () => {
  const { body: org } = await callAs(service, owner, "POST", "/api/v1/orgs", { name: "Race" });
  const others = await Promise.all(Array.from({ length: 7 }, () => createTestUser(service)));
  for (const other of others) await join(service, org.id, other.id, "owner");
  const all = [owner, ...others];
  const members = `/api/v1/orgs/${org.id}/members`;
  const outcomes = await atOnce(all.length, (process, n) =>
    callAs(process, all[n]!, "DELETE", `${members}/${all[n]!.id}`),
  );
  expect(outcomes).toEqual({ "204": 7, "409 last_owner": 1 });
});

test("an owner who unmakes the other while that one does the same leaves one of both", async () => {
  const { body: org } = await callAs(service, owner, "POST", "/api/v1/orgs", { name: "Race" });
  const other = await createTestUser(service);
  await join(service, org.id, other.id, "owner");
  const members = `/api/v1/orgs/${org.id}/members`;
  await atOnce(2, (process, n) =>
    callAs(
      process,
      n === 0 ? owner : other,
      "PATCH",
      `${members}/${n === 0 ? other.id : owner.id}`,
      {
        role: "member",
      },
    ),
  );
  const left = await service.services.db.member.count({ where: { org_id: org.id, role: "owner" } });
  expect(left).toBe(1);
});

test("an invitation is accepted once", async () => {
  const { body: org } = await callAs(service, owner, "POST", "/api/v1/orgs", { name: "Race" });
  const guest = await createTestUser(service);
  const invited = await callAs(service, owner, "POST", `/api/v1/orgs/${org.id}/invitations`, {
    email: guest.email,
    role: "member",
  });
  const token = new URL(invited.body.url).hash.slice(1);
  const outcomes = await atOnce(20, (process) =>
    callAs(process, guest, "POST", "/api/v1/invitations:accept", { token }),
  );
  expect(outcomes).toEqual({ "200": 1, "404 not_found": 19 });
});

const CLIENT = "tidemark-cli";
const form = (process: Pick<WebProcess, "url">, route: string, fields: Record<string, string>) =>
  call(process, null, "POST", route, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });
const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** A device that asks for access, and what it polls with. */
async function device() {
  const { body } = await form(service, "/oauth/device_authorization", { client_id: CLIENT });
  const poll = (process: Pick<WebProcess, "url">) =>
    form(process, "/oauth/token", {
      grant_type: GRANT,
      client_id: CLIENT,
      device_code: body.device_code,
    });
  return { userCode: String(body.user_code), deviceCode: String(body.device_code), poll };
}

const decide = (
  process: Pick<WebProcess, "url">,
  user: TestUser,
  verb: "approve" | "deny",
  userCode: string,
) => callAs(process, user, "POST", `/api/v1/device:${verb}`, { user_code: userCode });

test("a device is approved or denied, and not both", async () => {
  const { userCode } = await device();
  // Codes that are no longer pending count as wrong ones, so no one asks more than ten times.
  const people = await Promise.all(Array.from({ length: 20 }, () => createTestUser(service)));
  const outcomes = await atOnce(20, (process, n) =>
    decide(process, people[n]!, n % 3 === 0 ? "deny" : "approve", userCode),
  );
  expect(outcomes).toEqual({ "204": 1, "404 not_found": 19 });
});

/** The tokens of a fresh login of the owner. */
async function logIn() {
  const { userCode, poll } = await device();
  expect((await decide(service, owner, "approve", userCode)).status).toBe(204);
  await service.services.pool.query("UPDATE device_authorization SET next_poll_at = 'epoch'");
  return { poll, tokens: (await poll(service)).body };
}

test("of many polls of an approved device one gets tokens", async () => {
  const { userCode, poll } = await device();
  await decide(service, owner, "approve", userCode);
  await service.services.pool.query("UPDATE device_authorization SET next_poll_at = 'epoch'");
  const outcomes = await atOnce(20, (process) => poll(process));
  expect(outcomes["200"]).toBe(1);
});

test("one refresh token gives one pair; its reuse ends the login", async () => {
  const { tokens } = await logIn();
  const fields = {
    grant_type: "refresh_token",
    client_id: CLIENT,
    refresh_token: tokens.refresh_token,
  };
  await atOnce(10, (process) => form(process, "/oauth/token", fields));
  const me = await call(service, tokens.access_token, "GET", "/api/v1/me");
  expect([me.status, me.body.detail?.code]).toEqual([401, "login_ended"]);
});
