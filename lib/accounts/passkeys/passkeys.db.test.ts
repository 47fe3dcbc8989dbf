import { afterAll, beforeAll, expect, test } from "vitest";

import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { purgeExpiredCredentials } from "@/lib/accounts/purge-expired-credentials";
import { removeSecondFactorOf } from "@/lib/accounts/second-factor/remove-second-factor";
import { openBrowser } from "@/testing/browser";
import { eventually } from "@/testing/eventually";
import { type MailServer, startMailServer } from "@/testing/mail-server";
import {
  addPasskey,
  enterPasskey,
  openAuthenticator,
  PASSKEYS,
  sendPasskey,
  startSignIn,
} from "@/testing/passkeys";
import { codeOf, enrol, FACTOR } from "@/testing/second-factor";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD, signIn, type TestUser } from "@/testing/user";

let mail: MailServer;
let service: TestService;
beforeAll(async () => {
  mail = await startMailServer();
  service = await startTestService({
    env: { SMTP_URL: mail.url, APP_URL: "https://files.example.com" },
  });
});
afterAll(async () => {
  await service.close();
  await mail.close();
});

let addresses = 0;
const open = () => openBrowser(service, `198.51.100.${++addresses}`);
type Browser = ReturnType<typeof open>;

async function enterPassword(browser: Browser, { email }: TestUser, password = PASSWORD) {
  const response = await browser.post("/api/auth/callback/credentials", { email, password });
  const body = (await response.json()) as { detail?: { code: string } };
  return [response.status, body.detail?.code ?? null];
}
const userOf = async (browser: Browser) =>
  (await call(service, null, "GET", "/api/v1/me", undefined, { cookie: browser.header() })).body
    .id ?? null;
const securityOf = async (user: Pick<TestUser, "cookie">) =>
  (await callAs(service, user, "GET", "/api/v1/me/security")).body;
const listOf = async (user: TestUser) => (await callAs(service, user, "GET", PASSKEYS)).body;
const audited = async (user: TestUser, action: string) =>
  service.services.db.audit_entry.findMany({
    where: { actor_id: user.id, action, org_id: null },
    orderBy: { id: "asc" },
  });
const age = (user: TestUser) =>
  service.services.pool.query(
    "UPDATE session SET authenticated_at = now() - interval '10 minutes' WHERE user_id = $1",
    [user.id],
  );
const codeIn = ({ status, body }: { status: number; body: { detail?: { code: string } } }) => [
  status,
  body.detail?.code ?? null,
];

async function userWithPasskey() {
  const user = await createTestUser(service);
  const authenticator = openAuthenticator(service);
  const added = await addPasskey(service, user, authenticator);
  expect(added.status).toBe(201);
  const recoveryCodes: string[] = added.body.recovery_codes;
  return { user, authenticator, id: String(added.body.id), recoveryCodes };
}

const DONE = [200, null];
const INVALID = [403, "passkey_invalid"];
const AGAIN = [403, "reauthentication_required"];

test("a passkey is added with recovery codes, signs in alone, and counts as both factors", async () => {
  const { user, authenticator, recoveryCodes } = await userWithPasskey();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [passkey] = await listOf(user);
  expect(passkey).toMatchObject({ name: "MacBook", last_used_at: null, signs_in: true });
  expect(await securityOf(user)).toMatchObject({
    second_factor: null,
    passkeys: 1,
    recovery_codes_left: 10,
  });
  await eventually("the e-mail", () => mail.emailTo(user.email, "MacBook was added to"));
  expect(await audited(user, "passkey.added")).toMatchObject([{ details: { name: "MacBook" } }]);

  const browser = open();
  const started = await startSignIn(service, browser);
  expect(started.body).toMatchObject({ rpId: "files.example.com", userVerification: "required" });
  expect(started.headers.get("set-cookie")).toMatch(
    /^__Host-.*; HttpOnly; Secure; SameSite=Strict/,
  );
  expect(await enterPasskey(service, browser, authenticator)).toEqual(DONE);
  expect(await userOf(browser)).toBe(user.id);
  expect((await listOf(user))[0].last_used_at).not.toBeNull();
  const sessions = await audited(user, "session.opened");
  expect(sessions.at(-1)?.details).toMatchObject({ by: "passkey" });
  // It confirms, as a password does.
  const cookie = browser.header();
  expect((await callAs(service, { cookie }, "POST", `${PASSKEYS}:start`)).status).toBe(200);
});

test("authenticators learn a random name of the user, the same for each of their passkeys", async () => {
  const user = await createTestUser(service);
  const start = async () => (await callAs(service, user, "POST", `${PASSKEYS}:start`)).body;
  const { user: first, excludeCredentials } = await start();
  expect(Buffer.from(first.id, "base64url")).toHaveLength(32);
  expect([first.name, excludeCredentials]).toEqual([user.email, []]);
  await addPasskey(service, user, openAuthenticator(service));
  const again = await start();
  expect([again.user.id, again.excludeCredentials.length]).toEqual([first.id, 1]);
});

test("a challenge is good once, for its purpose, in its browser, for five minutes", async () => {
  const { user, authenticator } = await userWithPasskey();
  const browser = open();
  const { body } = await startSignIn(service, browser);
  const assertion = authenticator.get(body);
  const thief = open();
  expect(await sendPasskey(thief, assertion)).toEqual(INVALID);
  await startSignIn(service, thief);
  expect(await sendPasskey(thief, assertion)).toEqual(INVALID);
  expect(await sendPasskey(browser, assertion)).toEqual(DONE);
  expect(await sendPasskey(browser, assertion)).toEqual(INVALID);
  expect(await sendPasskey(browser, authenticator.get(body))).toEqual(INVALID);

  // One for another purpose.
  const route = "/api/v1/me/session:start-passkey";
  const confirmation = (await callAs(service, user, "POST", route)).body;
  expect(await sendPasskey(browser, authenticator.get(confirmation))).toEqual(INVALID);

  const { db, pool } = service.services;
  const late = (await startSignIn(service, browser)).body;
  await pool.query("UPDATE passkey_challenge SET expires_at = now()");
  expect(await sendPasskey(browser, authenticator.get(late))).toEqual(INVALID);
  await startSignIn(service, browser);
  await pool.query("UPDATE passkey_challenge SET expires_at = now() - interval '1 s'");
  await purgeExpiredCredentials(db);
  expect(await db.passkey_challenge.count()).toBe(0);
});

test("of several requests with one challenge one succeeds", async () => {
  const { authenticator } = await userWithPasskey();
  const browser = open();
  const assertion = authenticator.get((await startSignIn(service, browser)).body);
  // Otherwise each would get a token of its own, and only the last one counts.
  await browser.get("/api/auth/csrf");
  const results = await Promise.all([1, 2, 3, 4].map(() => sendPasskey(browser, assertion)));
  expect(results.filter(([status]) => status === 200)).toHaveLength(1);
});

test("signatures of other sites, of unverified users, of other types and by other keys are refused", async () => {
  const { authenticator } = await userWithPasskey();
  const faults = [
    { origin: "https://files.example.com.evil.example" },
    { origin: "http://files.example.com" },
    { rpId: "evil.example" },
    { isUserVerified: false },
    { type: "webauthn.create" },
    { challenge: "AAAA" },
    { userHandle: undefined },
    { userHandle: "AAAA" },
  ];
  for (const fault of faults)
    expect([fault, await enterPasskey(service, open(), authenticator, fault)]).toEqual([
      fault,
      INVALID,
    ]);
  const browser = open();
  const assertion = authenticator.get((await startSignIn(service, browser)).body);
  const { signature } = authenticator.get((await startSignIn(service, browser)).body).response;
  const forged = { ...assertion, response: { ...assertion.response, signature } };
  expect(await sendPasskey(browser, forged)).toEqual(INVALID);
  expect(await enterPasskey(service, open(), authenticator)).toEqual(DONE);
});

test("an unknown passkey gets the response of a wrong signature, and so does what is none", async () => {
  const { authenticator } = await userWithPasskey();
  const stranger = openAuthenticator(service);
  const other = await createTestUser(service);
  const options = (await callAs(service, other, "POST", `${PASSKEYS}:start`)).body;
  stranger.create(options);
  const [unknown, wrong] = [open(), open()];
  expect(await enterPasskey(service, unknown, stranger)).toEqual(INVALID);
  expect(await enterPasskey(service, wrong, authenticator, { rpId: "x" })).toEqual(INVALID);
  expect([...unknown.cookies.keys()]).toEqual([...wrong.cookies.keys()]);
  await startSignIn(service, unknown);
  for (const nonsense of [{}, [], "x", { id: "x" }, null])
    expect(await sendPasskey(unknown, nonsense)).toEqual(INVALID);
});

test("registrations of other sites, unverified users and used challenges are refused", async () => {
  const user = await createTestUser(service);
  const faults = [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isUserVerified: false },
    { challenge: "AAAA" },
    { type: "webauthn.get" },
  ];
  for (const fault of faults)
    expect(codeIn(await addPasskey(service, user, openAuthenticator(service), fault))).toEqual(
      INVALID,
    );
  const { body } = await callAs(service, user, "POST", `${PASSKEYS}:start`);
  const other = await signIn(service, user.id);
  const credential = openAuthenticator(service).create(body);
  const add = (by: Pick<TestUser, "cookie">) =>
    callAs(service, by, "POST", PASSKEYS, { name: "Key", credential });
  expect(codeIn(await add(other))).toEqual(INVALID);
  expect((await add(user)).status).toBe(201);
  expect(codeIn(await add(user))).toEqual(INVALID);
  expect(await listOf(user)).toHaveLength(1);
});

test("a counter that goes back is refused and recorded: the authenticator was copied", async () => {
  const { user, authenticator } = await userWithPasskey();
  const copy = authenticator.copy();
  for (let n = 0; n < 3; n++)
    expect(await enterPasskey(service, open(), authenticator)).toEqual(DONE);
  expect(await enterPasskey(service, open(), copy)).toEqual(INVALID);
  expect(await audited(user, "passkey.refused")).toMatchObject([
    { details: { reason: "counter", counter: 1, before: { counter: 3 } } },
  ]);
  expect(await enterPasskey(service, open(), authenticator, { counter: 0 })).toEqual(INVALID);
  expect(await enterPasskey(service, open(), authenticator, { counter: 4 })).toEqual(DONE);
  // Authenticators that do not count always send 0.
  const { authenticator: plain } = await userWithPasskey();
  for (let n = 0; n < 2; n++)
    expect(await enterPasskey(service, open(), plain, { counter: 0 })).toEqual(DONE);
});

test("after the password it is the second factor, which nothing of another user replaces", async () => {
  const { user, authenticator, recoveryCodes } = await userWithPasskey();
  const stranger = await userWithPasskey();
  const required = [403, "second_factor_code_required"];
  const step = "second_factor" as const;
  const browser = open();
  expect((await startSignIn(service, browser, step)).status).toBe(401);
  expect(await enterPassword(browser, user, "not the password")).toEqual([401, null]);
  expect(await enterPassword(browser, user)).toEqual(required);
  expect(await userOf(browser)).toBeNull();
  const { body } = await startSignIn(service, browser, step);
  expect(body.allowCredentials).toHaveLength(1);
  const anyOne = { ...body, allowCredentials: [] };
  const theirs = stranger.authenticator.get(anyOne);
  expect(await sendPasskey(browser, theirs, step)).toEqual(INVALID);
  // A challenge for signing in alone is none for this.
  const alone = (await startSignIn(service, browser)).body;
  expect(await sendPasskey(browser, authenticator.get(alone), step)).toEqual(INVALID);
  expect(await userOf(browser)).toBeNull();
  expect(await enterPasskey(service, browser, authenticator, { step })).toEqual(DONE);
  expect(await userOf(browser)).toBe(user.id);
  const sessions = await audited(user, "session.opened");
  expect(sessions.at(-1)?.details).toMatchObject({ by: "password", second_factor: "passkey" });

  const other = open();
  await enterPassword(other, user);
  const [code = ""] = recoveryCodes;
  const entered = await other.post("/api/auth/callback/second-factor", { code });
  expect(entered.status).toBe(200);
});

test("it confirms the session of its own user only", async () => {
  const { user, authenticator } = await userWithPasskey();
  const stranger = await userWithPasskey();
  const none = await createTestUser(service);
  const start = (by: TestUser) => callAs(service, by, "POST", "/api/v1/me/session:start-passkey");
  const confirm = (by: TestUser, credential: object) =>
    callAs(service, by, "POST", "/api/v1/me/session:reauthenticate-with-passkey", { credential });
  expect((await start(none)).status).toBe(404);
  await age(user);
  const remove = () => callAs(service, user, "DELETE", `${PASSKEYS}/pk_unknown`);
  expect(codeIn(await remove())).toEqual(AGAIN);
  expect(codeIn(await callAs(service, user, "POST", `${PASSKEYS}:start`))).toEqual(AGAIN);
  const { body } = await start(user);
  const theirs = stranger.authenticator.get({ ...body, allowCredentials: [] });
  expect(codeIn(await confirm(user, theirs))).toEqual(INVALID);
  const elsewhere = (await start(stranger.user)).body;
  const mine = authenticator.get({ ...elsewhere, allowCredentials: [] });
  expect(codeIn(await confirm(user, mine))).toEqual(INVALID);
  expect(codeIn(await remove())).toEqual(AGAIN);
  expect((await confirm(user, authenticator.get((await start(user)).body))).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect(await audited(user, "session.reauthenticated")).toMatchObject([
    { details: { by: "passkey" } },
  ]);
});

test("they are renamed and removed by their user; recovery codes end with the last factor", async () => {
  const { user, authenticator, id, recoveryCodes } = await userWithPasskey();
  const stranger = await userWithPasskey();
  const rename = (by: TestUser, name: string) =>
    callAs(service, by, "PATCH", `${PASSKEYS}/${id}`, { name });
  expect((await rename(stranger.user, "Mine")).status).toBe(404);
  expect((await callAs(service, stranger.user, "DELETE", `${PASSKEYS}/${id}`)).status).toBe(404);
  // The second time it is called that already.
  for (const name of ["Work laptop", "Work laptop"])
    expect((await rename(user, name)).body).toMatchObject({ id, name });
  expect(await audited(user, "passkey.renamed")).toMatchObject([
    { details: { name: "Work laptop", before: { name: "MacBook" } } },
  ]);

  const started = await callAs(service, user, "POST", FACTOR);
  const code = codeOf(started.body.secret);
  const confirmed = await callAs(service, user, "POST", `${FACTOR}:confirm`, { code });
  expect(confirmed.body.recovery_codes).toEqual([]);
  const second = await addPasskey(service, user, openAuthenticator(service), { name: "Phone" });
  expect(second.body.recovery_codes).toEqual([]);
  const remove = (passkey: string) => callAs(service, user, "DELETE", `${PASSKEYS}/${passkey}`);
  expect((await remove(id)).status).toBe(204);
  expect((await remove(id)).status).toBe(404);
  expect(await audited(user, "passkey.removed")).toHaveLength(1);
  await eventually("the e-mail", () => mail.emailTo(user.email, "laptop was removed from"));
  expect(await enterPasskey(service, open(), authenticator)).toEqual(INVALID);
  expect((await callAs(service, user, "DELETE", FACTOR)).status).toBe(204);
  expect(await securityOf(user)).toMatchObject({ passkeys: 1, recovery_codes_left: 10 });
  const renew = () => callAs(service, user, "POST", `${FACTOR}:renew-recovery-codes`);
  expect((await renew()).body.recovery_codes).not.toContain(recoveryCodes[0]);
  expect((await remove(second.body.id)).status).toBe(204);
  expect(await securityOf(user)).toMatchObject({ passkeys: 0, recovery_codes_left: 0 });
  expect((await renew()).status).toBe(404);
  expect(await enterPassword(open(), user)).toEqual(DONE);
});

test("an account has at most ten, also when they are added at once", async () => {
  const user = await createTestUser(service);
  const adding = Array.from({ length: 12 }, () => openAuthenticator(service));
  const results = await Promise.all(adding.map((each) => addPasskey(service, user, each)));
  expect(results.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(await listOf(user)).toHaveLength(10);
  // Of those at once one received the recovery codes.
  const codes = results.filter(({ body }) => (body.recovery_codes ?? []).length > 0);
  expect(codes).toHaveLength(1);
  const more = await addPasskey(service, user, openAuthenticator(service));
  expect(codeIn(more)).toEqual([409, "passkey_limit_reached"]);
  expect(more.body.detail).toMatchObject({
    limit: 10,
    message: expect.stringContaining("10 pass"),
  });
});

test("a disabled user does not enter", async () => {
  const { user, authenticator } = await userWithPasskey();
  const { pool } = service.services;
  await pool.query("UPDATE app_user SET disabled_at = now() WHERE id = $1", [user.id]);
  expect(await enterPasskey(service, open(), authenticator)).toEqual([403, "account_disabled"]);
});

test("a sign-in in a new browser is reported by e-mail, like one with a password", async () => {
  const { user, authenticator } = await userWithPasskey();
  const { pool } = service.services;
  await pool.query("UPDATE app_user SET created_at = now() - interval '1 day' WHERE id = $1", [
    user.id,
  ]);
  expect(await enterPasskey(service, open(), authenticator)).toEqual(DONE);
  await eventually("the e-mail", () => mail.emailTo(user.email, "had not been used"));
});

test("wrong ones are counted; neither they nor wrong passwords lock others out", async () => {
  const { user, authenticator } = await userWithPasskey();
  const browser = open();
  for (let n = 0; n < 10; n++)
    expect(await enterPasskey(service, browser, authenticator, { rpId: "x" })).toEqual(INVALID);
  const limited = [429, "rate_limited"];
  expect(await enterPasskey(service, browser, authenticator)).toEqual(limited);
  for (let n = 0; n < 100; n++)
    await service.services.signInLimits.countPassword({
      address: `203.0.113.${n}`,
      email: user.email,
    });
  expect(await enterPasskey(service, open(), authenticator)).toEqual(DONE);
});

test("after a password reset it has to follow the new password before it is enough again", async () => {
  const { user, authenticator } = await userWithPasskey();
  const { db, settings } = service.services;
  const { email } = user;
  const reset = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "shell" });
  const token = new URL(reset?.url ?? "").hash.slice(1);
  const password = "another long passphrase";
  const route = "/api/v1/auth/password-reset:confirm";
  expect((await call(service, null, "POST", route, { token, password })).status).toBe(200);
  expect(await enterPasskey(service, open(), authenticator)).toEqual(INVALID);
  const browser = open();
  await enterPassword(browser, user, password);
  const step = "second_factor";
  expect(await enterPasskey(service, browser, authenticator, { step })).toEqual(DONE);
  expect(await enterPasskey(service, open(), authenticator)).toEqual(DONE);
});

test("the operator removes passkeys together with the app", async () => {
  const { user, authenticator } = await userWithPasskey();
  const { db } = service.services;
  expect(await removeSecondFactorOf(db, user.email)).toEqual({ id: user.id, removed: true });
  expect(await enterPasskey(service, open(), authenticator)).toEqual(INVALID);
  expect(await enterPassword(open(), user)).toEqual(DONE);
  expect(await removeSecondFactorOf(db, user.email)).toEqual({ id: user.id, removed: false });
  const [entry] = await db.audit_entry.findMany({
    where: { target_id: user.id, action: "second_factor.removed" },
  });
  expect(entry?.details).toEqual({ passkeys: 1 });
});

test("who can confirm in no other way adds the first one in a new session, and no second", async () => {
  const user = await createTestUser(service);
  const { pool, db } = service.services;
  await db.user.update({ where: { id: user.id }, data: { password_hash: null } });
  const start = () => callAs(service, user, "POST", `${PASSKEYS}:start`);
  await age(user);
  await pool.query("UPDATE session SET created_at = now() - interval '10 minutes' WHERE id = $1", [
    user.sessionId,
  ]);
  expect(codeIn(await start())).toEqual(AGAIN);
  await pool.query("UPDATE session SET created_at = now() WHERE id = $1", [user.sessionId]);
  expect((await start()).status).toBe(200);
  const authenticator = openAuthenticator(service);
  expect((await addPasskey(service, user, authenticator)).status).toBe(201);
  expect(codeIn(await start())).toEqual(AGAIN);
  const { body } = await callAs(service, user, "POST", "/api/v1/me/session:start-passkey");
  const credential = authenticator.get(body);
  const route = "/api/v1/me/session:reauthenticate-with-passkey";
  expect((await callAs(service, user, "POST", route, { credential })).status).toBe(204);
  expect((await start()).status).toBe(200);

  // A password is a way to confirm.
  const other = await createTestUser(service);
  await age(other);
  expect(codeIn(await callAs(service, other, "POST", `${PASSKEYS}:start`))).toEqual(AGAIN);
});

test("what an authenticator attests is not read: its certificates could name any URL", async () => {
  const user = await createTestUser(service);
  const { body } = await callAs(service, user, "POST", `${PASSKEYS}:start`);
  const credential = openAuthenticator(service).create(body);
  const { response } = credential;
  const attested = Buffer.from(response.attestationObject, "base64url").toString("latin1");
  // CBOR: "apple" is a character longer than "none", and its statement is {"x5c": [h'00']}.
  const forged = attested
    .replace("dnone", "eapple")
    .replace("attStmt\xa0", "attStmt\xa1cx5c\x81A\0");
  response.attestationObject = Buffer.from(forged, "latin1").toString("base64url");
  const added = await callAs(service, user, "POST", PASSKEYS, { name: "MacBook", credential });
  expect(added.status).toBe(201);
});

test("it is a second factor where an organisation requires one", async () => {
  const { user, id } = await userWithPasskey();
  const created = await callAs(service, user, "POST", "/api/v1/orgs", { name: "Harbour" });
  const org = `/api/v1/orgs/${created.body.id}`;
  const require = () =>
    callAs(service, user, "POST", `${org}:require-second-factor`, { required: true });
  expect((await require()).status).toBe(200);
  expect((await callAs(service, user, "GET", org)).status).toBe(200);
  await callAs(service, user, "DELETE", `${PASSKEYS}/${id}`);
  expect(codeIn(await callAs(service, user, "GET", org))).toEqual([403, "second_factor_required"]);
  const { body } = await callAs(service, user, "GET", "/api/v1/me");
  expect(body.organisations).toMatchObject([
    { needs_second_factor: true, requires_second_factor: true },
  ]);
  await enrol(service, user);
  expect((await callAs(service, user, "GET", org)).status).toBe(200);
});

test("at an IP address there are none, and the responses say why", async () => {
  const bare = await startTestService({ env: { APP_URL: "http://192.0.2.7:3000" } });
  try {
    const user = await createTestUser(bare);
    const off = [409, "passkeys_unavailable"];
    expect(codeIn(await callAs(bare, user, "POST", `${PASSKEYS}:start`))).toEqual(off);
    const body = { step: "sign_in" };
    expect(codeIn(await call(bare, null, "POST", "/api/v1/auth/passkey:start", body))).toEqual(off);
    expect((await callAs(bare, user, "GET", PASSKEYS)).body).toEqual([]);
  } finally {
    await bare.close();
    globalThis.tidemarkServices = service.services;
  }
});
