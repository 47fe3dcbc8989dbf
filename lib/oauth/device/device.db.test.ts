import { afterAll, beforeAll, expect, test } from "vitest";

import { CLIENT_ID } from "@/lib/contract/oauth";
import { eventually } from "@/testing/eventually";
import { beginLogin, decide, logIn, postForm } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call, createTenant } from "@/testing/tenant";
import { createTestUser, type TestUser } from "@/testing/user";

import { hashUserCode } from "./user-code";

let service: TestService;
let user: TestUser;
beforeAll(async () => {
  // The proxy lets tests come from addresses of their own.
  service = await startTestService({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  user = await createTestUser(service);
});
afterAll(() => service.close());

const refusal = ({ status, body }: ApiResponse) => [status, body.detail.code];
const expire = (userCode: string) =>
  service.services.pool.query(
    "UPDATE device_authorization SET expires_at = now() WHERE user_code_hash = $1",
    [hashUserCode(userCode)],
  );

test("a client is given a device code, a code to type and the page to type it on", async () => {
  const response = await postForm(service, "device_authorization", {
    client_id: CLIENT_ID,
    audience: "x",
  });
  const origin = service.services.settings.appUrl.origin;
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.body).toEqual({
    device_code: expect.stringMatching(/^tmkdc_\w{49}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${origin}/device`,
    verification_uri_complete: `${origin}/device?user_code=${response.body.user_code}`,
    expires_in: 600,
    interval: 5,
  });
  const { rows } = await service.services.pool.query("SELECT d::text FROM device_authorization d");
  expect(JSON.stringify(rows)).not.toContain(response.body.device_code);
  expect(JSON.stringify(rows)).not.toContain(response.body.user_code.replace("-", ""));
});

test("the page is notified which client asks and from where, however the code is typed", async () => {
  const { userCode } = await beginLogin(service);
  for (const typed of [userCode, userCode.toLowerCase().replace("-", " "), ` ${userCode} `]) {
    expect((await decide(service, user, "lookup", typed)).body).toEqual({
      client: { id: "tidemark-cli", name: "Tidemark command line" },
      address: "127.0.0.1",
      scopes: ["files:read", "files:write"],
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    });
  }
});

test("an unknown scope starts no login", async () => {
  for (const scope of ["admin", "files:read admin", " ", "files:read  webhooks", "FILES:READ"]) {
    const asked = { client_id: CLIENT_ID, scope };
    const { status, body } = await postForm(service, "device_authorization", asked);
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
  }
});

test("a code that is unknown, expired or decided is not found", async () => {
  const [approved, denied, late] = [
    await beginLogin(service),
    await beginLogin(service),
    await beginLogin(service),
  ];
  expect((await decide(service, user, "approve", approved.userCode)).status).toBe(204);
  expect((await decide(service, user, "deny", denied.userCode)).status).toBe(204);
  await expire(late.userCode);
  const other = await createTestUser(service);
  for (const code of [approved.userCode, denied.userCode, late.userCode])
    for (const verb of ["lookup", "approve", "deny"] as const)
      expect(refusal(await decide(service, other, verb, code))).toEqual([404, "not_found"]);
  const { rows } = await service.services.pool.query(
    "SELECT user_id FROM device_authorization WHERE user_id = $1",
    [other.id],
  );
  expect(rows).toEqual([]);
});

test("only the cookie, from our own pages, may decide", async () => {
  const { userCode } = await beginLogin(service);
  const { key } = await createTenant(service);
  const { access, refresh } = await logIn(service, user);
  const asked = (token: string | null, headers = {}) =>
    call(service, token, "POST", "/api/v1/device:approve", { user_code: userCode }, headers);
  expect(refusal(await asked(null))).toEqual([401, "unauthenticated"]);
  expect(refusal(await asked(refresh))).toEqual([401, "unauthenticated"]);
  expect(refusal(await asked(access))).toEqual([403, "forbidden"]);
  expect(refusal(await asked(key))).toEqual([403, "api_key_forbidden"]);
  const { cookie } = user;
  expect(refusal(await asked(null, { cookie }))).toEqual([403, "cross_origin_request"]);
  expect((await decide(service, user, "approve", userCode)).status).toBe(204);
});

test("of approving and denying at once one counts", async () => {
  for (let round = 0; round < 10; round++) {
    const someone = await createTestUser(service);
    const { userCode, poll } = await beginLogin(service);
    const decisions = ["approve", "deny", "approve", "deny"] as const;
    const responses = await Promise.all(
      decisions.map((verb) =>
        decide(service, someone, verb, userCode, { "x-forwarded-for": `198.51.100.${round}` }),
      ),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual([
      "204",
      "404",
      "404",
      "404",
    ]);
    const winner = decisions[responses.findIndex(({ status }) => status === 204)];
    expect((await poll()).status).toBe(winner === "approve" ? 200 : 400);
  }
});

const from = (who: TestUser, address: string, userCode: string) =>
  decide(service, who, "lookup", userCode, { "x-forwarded-for": address });

test("ten wrong codes lock the user, also asked at once, and right ones do not count", async () => {
  const guesser = await createTestUser(service);
  const { userCode } = await beginLogin(service);
  for (let n = 0; n < 20; n++)
    expect((await from(guesser, "192.0.2.1", userCode)).status).toBe(200);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => from(guesser, `192.0.2.${n}`, "BBBB-BBBB")),
  );
  const count = (status: number) => guesses.filter((response) => response.status === status).length;
  expect([count(404), count(429)]).toEqual([10, 20]);
  const locked = await from(guesser, "192.0.2.99", userCode);
  expect(refusal(locked)).toEqual([429, "rate_limited"]);
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(590);
  expect((await from(user, "192.0.2.99", userCode)).status).toBe(200);
});

test("thirty wrong codes lock the address, an IPv6 network as one", async () => {
  const { userCode } = await beginLogin(service);
  const guessers = await Promise.all(Array.from({ length: 4 }, () => createTestUser(service)));
  const responses = [];
  for (let n = 0; n < 32; n++)
    responses.push(await from(guessers[n % 4]!, `2001:db8::${n + 1}`, "CCCC-CCCC"));
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(30);
  expect((await from(guessers[3]!, "2001:db8::ffff", userCode)).status).toBe(429);
  expect((await from(guessers[3]!, "2001:db8:1::1", userCode)).status).toBe(200);
});

test("decisions are in the audit log, without the code", async () => {
  const someone = await createTestUser(service);
  const [one, two] = [await beginLogin(service), await beginLogin(service)];
  await decide(service, someone, "approve", one.userCode);
  await decide(service, someone, "deny", two.userCode);
  await one.poll();
  const entries = await service.services.db.audit_entry.findMany({
    where: { actor_id: someone.id },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "session.opened",
    "device_authorization.approved",
    "device_authorization.denied",
    "login.created",
  ]);
  expect(JSON.stringify(entries)).not.toContain(one.userCode);
});

test("a session that is being ended approves nothing any more", async () => {
  const someone = await createTestUser(service);
  const { userCode, poll } = await beginLogin(service);
  const client = await service.services.pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE session SET ended_at = now() WHERE id = $1", [someone.sessionId]);
  const response = decide(service, someone, "approve", userCode);
  await eventually("the approval to wait", async () => {
    const { rows } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  });
  await client.query("COMMIT");
  client.release();
  expect(refusal(await response)).toEqual([401, "unauthenticated"]);
  expect((await poll()).body.error).toBe("authorization_pending");
});
