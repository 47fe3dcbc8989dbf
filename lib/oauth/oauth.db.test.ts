import { afterAll, beforeAll, expect, test } from "vitest";

import { hashToken, newToken } from "@/lib/auth/token";
import { CLIENT_ID, DEVICE_GRANT } from "@/lib/contract/oauth";
import { SCOPES } from "@/lib/contract/scopes";
import { createDb } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { AppError } from "@/lib/errors";
import { beginLogin, decide, logIn, postForm } from "@/testing/login";
import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call } from "@/testing/tenant";
import { createTestUser, type TestUser } from "@/testing/user";

import { grantTokens } from "./grant-tokens";

let service: TestService;
let user: TestUser;
let second: { pool: ReturnType<typeof createPool>; db: ReturnType<typeof createDb> };
beforeAll(async () => {
  service = await startTestService();
  user = await createTestUser(service);
  const pool = createPool(service.services.settings.databaseUrl ?? "", 20);
  second = { pool, db: createDb(pool) };
});
afterAll(async () => {
  await second.db.$disconnect();
  await second.pool.end();
  await service.close();
});

const query = (text: string, values: unknown[] = []) => service.services.pool.query(text, values);
const refusal = ({ status, body }: ApiResponse) => [status, body.error];
const me = (access: string) => call(service, access, "GET", "/api/v1/me");
const refresh = (token: string) =>
  postForm(service, "token", {
    grant_type: "refresh_token",
    client_id: CLIENT_ID,
    refresh_token: token,
  });
const revoke = (token: string) => postForm(service, "revoke", { client_id: CLIENT_ID, token });
const waitedEnough = (deviceCode: string) =>
  query("UPDATE device_authorization SET next_poll_at = now() WHERE device_hash = $1", [
    hashToken(deviceCode),
  ]);
const loginOf = async (access: string) => {
  const { rows } = await query(
    "SELECT l.* FROM login l JOIN login_token t ON t.login_id = l.id WHERE t.hash = $1",
    [hashToken(access)],
  );
  return rows[0];
};

/** Opens all connections of both: anyone who had to connect first would come too late for a race. */
const warmUp = () =>
  Promise.all(
    [service.services.pool, second.pool].flatMap((pool) =>
      Array.from({ length: 20 }, () => pool.query("SELECT pg_sleep(0.2)")),
    ),
  );

/** The same grant asked for many times at once, in turn by two processes' worth of connections. */
async function atOnce(times: number, input: Parameters<typeof grantTokens>[1]) {
  await warmUp();
  const both = [service.services, { ...service.services, ...second }];
  const outcomes = await Promise.all(
    Array.from({ length: times }, (_, n) =>
      grantTokens({ address: "127.0.0.1", requestId: "req_test", services: both[n % 2]! }, input)
        .then((tokens) => tokens)
        .catch((error: unknown) =>
          error instanceof AppError ? error.code : Promise.reject(error),
        ),
    ),
  );
  const tokens = outcomes.filter((outcome) => typeof outcome !== "string");
  return { tokens, refused: outcomes.filter((outcome) => typeof outcome === "string") };
}

test("a client waits, is approved, and acts as the user", async () => {
  const { userCode, deviceCode, poll } = await beginLogin(service);
  expect(refusal(await poll())).toEqual([400, "authorization_pending"]);
  await decide(service, user, "approve", userCode);
  await waitedEnough(deviceCode);
  const { body, headers } = await poll();
  expect(body).toEqual({
    access_token: expect.stringMatching(/^tmkat_\w{49}$/),
    refresh_token: expect.stringMatching(/^tmkrt_\w{49}$/),
    token_type: "Bearer",
    expires_in: 3600,
    scope: "files:read files:write",
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect((await me(body.access_token)).body.id).toBe(user.id);
  expect((await me(body.refresh_token)).status).toBe(401);
  expect(await loginOf(body.access_token)).toMatchObject({
    client_id: CLIENT_ID,
    address: "127.0.0.1",
    ended_at: null,
  });
  await waitedEnough(deviceCode);
  expect(refusal(await poll())).toEqual([400, "invalid_grant"]);
});

test("a login has the scopes that were asked for and shown, and no refresh adds to them", async () => {
  const { userCode, poll } = await beginLogin(service, "webhooks files:read");
  const { body: shown } = await decide(service, user, "lookup", userCode);
  expect(shown.scopes).toEqual(["files:read", "webhooks"]);
  await decide(service, user, "approve", userCode);
  const { body } = await poll();
  expect(body.scope).toBe("files:read webhooks");
  expect((await me(body.access_token)).body.scopes).toEqual(["files:read", "webhooks"]);
  const refreshed = (scope: string, token: string) =>
    postForm(service, "token", {
      grant_type: "refresh_token",
      client_id: CLIENT_ID,
      refresh_token: token,
      scope,
    });
  const token = body.refresh_token;
  for (const scope of ["files:read keys", "files:write", "nothing"])
    expect(refusal(await refreshed(scope, token))).toEqual([400, "invalid_scope"]);
  const { body: fresh } = await refreshed("files:read", token);
  expect(fresh.scope).toBe("files:read webhooks");
  expect((await me(fresh.access_token)).body.scopes).toEqual(["files:read", "webhooks"]);
});

test("who asks too early waits five seconds longer from then on", async () => {
  const { deviceCode, poll } = await beginLogin(service);
  await poll();
  const waits = async () => {
    const { rows } = await query(
      `SELECT interval_seconds AS interval, extract(epoch FROM next_poll_at - clock_timestamp())::float AS left
      FROM device_authorization WHERE device_hash = $1`,
      [hashToken(deviceCode)],
    );
    return rows[0] as { interval: number; left: number };
  };
  expect((await waits()).interval).toBe(5);
  expect(refusal(await poll())).toEqual([400, "slow_down"]);
  expect(refusal(await poll())).toEqual([400, "slow_down"]);
  const { interval, left } = await waits();
  expect(interval).toBe(15);
  expect(left).toBeGreaterThan(13);
  expect(left).toBeLessThanOrEqual(14.5);
  await waitedEnough(deviceCode);
  expect(refusal(await poll())).toEqual([400, "authorization_pending"]);
  expect((await waits()).left).toBeGreaterThan(13);
});

test("refused and expired codes say so", async () => {
  const [denied, late] = [await beginLogin(service), await beginLogin(service)];
  await decide(service, user, "deny", denied.userCode);
  expect(refusal(await denied.poll())).toEqual([400, "access_denied"]);
  await decide(service, user, "approve", late.userCode);
  await query("UPDATE device_authorization SET expires_at = now() WHERE device_hash = $1", [
    hashToken(late.deviceCode),
  ]);
  expect(refusal(await late.poll())).toEqual([400, "expired_token"]);
});

test("of twenty polls at once one gets the tokens", async () => {
  const { userCode, deviceCode } = await beginLogin(service);
  await decide(service, user, "approve", userCode);
  const { tokens, refused } = await atOnce(20, {
    grant_type: DEVICE_GRANT,
    client_id: CLIENT_ID,
    device_code: deviceCode,
  });
  expect(tokens).toHaveLength(1);
  expect(new Set(refused)).toEqual(new Set(["invalid_grant"]));
  expect((await me(tokens[0]!.access_token)).status).toBe(200);
});

test("a refresh token works once; the access token before it stays good for its hour", async () => {
  const old = await logIn(service, user);
  const { body } = await refresh(old.refresh);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
  expect(body.refresh_token).not.toBe(old.refresh);
  for (const access of [old.access, body.access_token]) expect((await me(access)).status).toBe(200);
  expect((await loginOf(body.access_token)).id).toBe((await loginOf(old.access)).id);
});

test("a refresh token used again ends the login with all its tokens", async () => {
  const old = await logIn(service, user);
  const { body: fresh } = await refresh(old.refresh);
  expect(refusal(await refresh(old.refresh))).toEqual([400, "invalid_grant"]);
  for (const access of [old.access, fresh.access_token]) {
    const { status, body } = await me(access);
    expect([status, body.detail.code]).toEqual([401, "login_ended"]);
  }
  expect(refusal(await refresh(fresh.refresh_token))).toEqual([400, "invalid_grant"]);
  const login = await loginOf(old.access);
  expect(login.ended_reason).toBe("refresh_token_reuse");
  const { rows } = await query(
    "SELECT action, actor_id FROM audit_entry WHERE target_id = $1 ORDER BY id",
    [login.id],
  );
  expect(rows).toEqual([
    { action: "login.created", actor_id: user.id },
    { action: "login.refresh_token_reused", actor_id: user.id },
  ]);
});

test("of twenty refreshes at once one is answered, and the login ends", async () => {
  const old = await logIn(service, user);
  const { tokens, refused } = await atOnce(20, {
    grant_type: "refresh_token",
    client_id: CLIENT_ID,
    refresh_token: old.refresh,
  });
  expect([tokens.length, new Set(refused)]).toEqual([1, new Set(["invalid_grant"])]);
  expect((await me(tokens[0]!.access_token)).body.detail.code).toBe("login_ended");
});

test("tokens end at their time, and never after their login", async () => {
  const { access, refresh: token } = await logIn(service, user);
  const { id } = await loginOf(access);
  await query("UPDATE login SET expires_at = now() + interval '10 minutes' WHERE id = $1", [id]);
  const { body } = await refresh(token);
  expect(body.expires_in).toBeGreaterThan(590);
  expect(body.expires_in).toBeLessThanOrEqual(600);
  const { rows } = await query(
    "SELECT max(t.expires_at) <= max(l.expires_at) AS within FROM login_token t JOIN login l ON l.id = t.login_id WHERE l.id = $1 AND t.hash = ANY ($2)",
    [id, [hashToken(body.access_token), hashToken(body.refresh_token)]],
  );
  expect(rows[0].within).toBe(true);
  await query("UPDATE login_token SET expires_at = now() WHERE login_id = $1", [id]);
  expect((await me(body.access_token)).body.detail.code).toBe("unauthenticated");
  expect(refusal(await refresh(body.refresh_token))).toEqual([400, "invalid_grant"]);
  expect((await loginOf(body.access_token)).ended_at).toBeNull();
});

test("revoking either token ends the login, and is never an error", async () => {
  for (const kind of ["access", "refresh"] as const) {
    const tokens = await logIn(service, user);
    for (let n = 0; n < 2; n++)
      expect(await revoke(tokens[kind])).toMatchObject({ status: 200, body: {} });
    expect((await me(tokens.access)).body.detail.code).toBe("login_ended");
    expect(refusal(await refresh(tokens.refresh))).toEqual([400, "invalid_grant"]);
    expect((await loginOf(tokens.access)).ended_reason).toBe("revoked");
  }
  expect((await revoke(newToken("tmkrt_"))).status).toBe(200);
  expect((await revoke("x")).status).toBe(200);
});

test("refusals speak OAuth, with our code and the request id beside", async () => {
  const { deviceCode } = await beginLogin(service);
  const asked = async (fields: Record<string, string> | string) => {
    const { status, body, headers } = await postForm(service, "token", fields);
    expect(body.error_description).not.toBe("");
    expect(body.detail).toMatchObject({
      code: body.error,
      request_id: headers.get("x-request-id"),
    });
    return [status, body.error];
  };
  const device = { grant_type: DEVICE_GRANT, client_id: CLIENT_ID };
  expect(await asked({})).toEqual([400, "invalid_request"]);
  expect(await asked({ grant_type: DEVICE_GRANT })).toEqual([400, "invalid_request"]);
  expect(await asked(device)).toEqual([400, "invalid_request"]);
  expect(await asked({ ...device, device_code: "" })).toEqual([400, "invalid_request"]);
  expect(await asked("grant_type=a&grant_type=b&client_id=x")).toEqual([400, "invalid_request"]);
  expect(await asked({ ...device, client_id: "other", device_code: deviceCode })).toEqual([
    400,
    "invalid_client",
  ]);
  expect(await asked({ ...device, client_id: "toString" })).toEqual([400, "invalid_client"]);
  expect(await asked({ ...device, grant_type: "password" })).toEqual([
    400,
    "unsupported_grant_type",
  ]);
  for (const wrong of ["x", "\u0000", newToken("tmkdc_")])
    expect(await asked({ ...device, device_code: wrong })).toEqual([400, "invalid_grant"]);
  const json = await call(service, null, "POST", "/oauth/token", device);
  expect([json.status, json.body.error, json.body.detail.code]).toEqual([
    415,
    "invalid_request",
    "unsupported_media_type",
  ]);
  const raw = await call(service, null, "POST", "/oauth/token", "grant_type=%FF&client_id=x", {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect(refusal(raw)).toEqual([400, "invalid_request"]);
});

test("the metadata names the endpoints", async () => {
  const { status, body } = await call(
    service,
    null,
    "GET",
    "/.well-known/oauth-authorization-server",
  );
  const origin = service.services.settings.appUrl.origin;
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer: origin,
    token_endpoint: `${origin}/oauth/token`,
    device_authorization_endpoint: `${origin}/oauth/device_authorization`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    grant_types_supported: [DEVICE_GRANT, "refresh_token"],
    scopes_supported: SCOPES,
    token_endpoint_auth_methods_supported: ["none"],
  });
});
