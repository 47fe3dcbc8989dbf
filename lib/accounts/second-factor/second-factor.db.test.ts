import { afterAll, beforeAll, expect, test } from "vitest";

import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { openBrowser } from "@/testing/browser";
import { codeOf, enrol, FACTOR, forgetLastCode } from "@/testing/second-factor";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD, type TestUser } from "@/testing/user";

import { removeSecondFactorOf } from "./remove-second-factor";
import { resealSecondFactors } from "./reseal-second-factors";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

let addresses = 0;
const open = () => openBrowser(service, `198.51.100.${++addresses}`);
type Browser = ReturnType<typeof open>;

const enter = (browser: Browser, { email }: TestUser, password = PASSWORD) =>
  resultOf(browser.post("/api/auth/callback/credentials", { email, password }));
const enterCode = (browser: Browser, code: string) =>
  resultOf(browser.post("/api/auth/callback/second-factor", { code }));
async function resultOf(response: Promise<Response>) {
  const { status, ...given } = await response;
  const body = (await (await response).json().catch(() => given)) as { detail?: { code: string } };
  return [status, body.detail?.code ?? null];
}
const userOf = async (browser: Browser) => {
  const headers = { cookie: browser.header() };
  return (await call(service, null, "GET", "/api/v1/me", undefined, headers)).body.id ?? null;
};
const securityOf = async (user: TestUser) =>
  (await callAs(service, user, "GET", "/api/v1/me/security")).body.second_factor;
const audited = (user: TestUser, action: string) =>
  service.services.db.audit_entry.count({ where: { target_id: user.id, action, org_id: null } });

const REQUIRED = [403, "second_factor_code_required"];
const INVALID = [403, "second_factor_invalid"];
const DONE = [200, null];

test("it counts once a code of the app confirms it, and codes are shown once", async () => {
  const user = await createTestUser(service);
  const { status, body } = await callAs(service, user, "POST", FACTOR);
  expect([status, body.uri]).toEqual([201, expect.stringContaining(`secret=${body.secret}`)]);
  const confirm = async (code: string) =>
    callAs(service, user, "POST", `${FACTOR}:confirm`, { code });
  const refused = await confirm(codeOf(body.secret, 5));
  expect([refused.status, refused.body.detail.code]).toEqual(INVALID);
  expect(await securityOf(user)).toBeNull();
  expect(await enter(open(), user)).toEqual(DONE);

  const again = await callAs(service, user, "POST", FACTOR);
  expect((await confirm(codeOf(body.secret))).status).toBe(403);
  const confirmed = await confirm(codeOf(again.body.secret));
  expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
  expect(await securityOf(user)).toMatchObject({ recovery_codes_left: 10 });
  expect(await audited(user, "second_factor.enabled")).toBe(1);
  expect((await callAs(service, user, "POST", FACTOR)).status).toBe(409);
  expect((await confirm(codeOf(again.body.secret, 1))).status).toBe(403);

  const stored = await service.services.db.second_factor.findUniqueOrThrow({
    where: { user_id: user.id },
  });
  const kept = JSON.stringify([
    stored.sealed,
    await service.services.db.recovery_code.findMany({ where: { user_id: user.id } }),
  ]);
  for (const secret of [again.body.secret, ...confirmed.body.recovery_codes])
    expect(kept).not.toContain(secret);
});

test("the right password alone opens nothing, and a wrong one says nothing of the factor", async () => {
  const user = await createTestUser(service);
  const { secret } = await enrol(service, user);
  const browser = open();
  expect(await enter(browser, user, "not the password")).toEqual([401, null]);
  expect(await enterCode(browser, codeOf(secret))).toEqual([401, "unauthenticated"]);
  expect(await enter(browser, user)).toEqual(REQUIRED);
  expect(await userOf(browser)).toBeNull();
  expect(await enterCode(browser, codeOf(secret, 4))).toEqual(INVALID);
  expect(await enterCode(browser, "")).toEqual(INVALID);
  expect(await userOf(browser)).toBeNull();
  expect(await enterCode(browser, codeOf(secret))).toEqual(DONE);
  expect(await userOf(browser)).toBe(user.id);
  const [opened] = await service.services.db.audit_entry.findMany({
    where: { actor_id: user.id, action: "session.opened", org_id: null },
    orderBy: { id: "desc" },
    take: 1,
  });
  expect(opened?.details).toMatchObject({ by: "password", second_factor: "totp" });
});

test("a code works once, also when several browsers send it at once", async () => {
  const user = await createTestUser(service);
  const { secret } = await enrol(service, user);
  const browsers = [open(), open(), open(), open()];
  for (const browser of browsers) expect(await enter(browser, user)).toEqual(REQUIRED);
  // All of one moment: the next step may begin at any time.
  const [earlier, code, next] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)];
  const results = await Promise.all(browsers.map((browser) => enterCode(browser, code)));
  expect(results.filter(([status]) => status === 200)).toHaveLength(1);
  const late = open();
  await enter(late, user);
  expect(await enterCode(late, code)).toEqual(INVALID);
  expect(await enterCode(late, earlier)).toEqual(INVALID);
  expect(await enterCode(late, next)).toEqual(DONE);
});

test("a recovery code replaces the app once, with or without spaces and dashes", async () => {
  const user = await createTestUser(service);
  const { recoveryCodes } = await enrol(service, user);
  const [first = "", second = ""] = recoveryCodes;
  const browser = open();
  await enter(browser, user);
  expect(await enterCode(browser, ` ${first.toUpperCase().replaceAll("-", " ")}`)).toEqual(DONE);
  const other = open();
  await enter(other, user);
  expect(await enterCode(other, first)).toEqual(INVALID);
  expect(await enterCode(other, second)).toEqual(DONE);
  expect(await securityOf(user)).toMatchObject({ recovery_codes_left: 8 });

  const renewed = await callAs(service, user, "POST", `${FACTOR}:renew-recovery-codes`);
  expect(await audited(user, "second_factor.recovery_codes_renewed")).toBe(1);
  const third = open();
  await enter(third, user);
  expect(await enterCode(third, recoveryCodes[2] ?? "")).toEqual(INVALID);
  expect(await enterCode(third, renewed.body.recovery_codes[0])).toEqual(DONE);
});

test("guesses are limited, except in a browser in which the user signed in before", async () => {
  const user = await createTestUser(service);
  const { secret } = await enrol(service, user);
  const known = open();
  await enter(known, user);
  expect(await enterCode(known, codeOf(secret))).toEqual(DONE);
  for (let n = 0; n < 20; n++) {
    const guesser = open();
    expect(await enter(guesser, user)).toEqual(REQUIRED);
    expect(await enterCode(guesser, codeOf(secret, 9))).toEqual(INVALID);
  }
  const stranger = open();
  await enter(stranger, user);
  expect(await enterCode(stranger, codeOf(secret, 1))).toEqual([429, "rate_limited"]);
  await enter(known, user);
  expect(await enterCode(known, codeOf(secret, 1))).toEqual(DONE);
});

test("a half sign-in ends when the password changes, and proves nothing for others or later", async () => {
  const user = await createTestUser(service);
  const { secret } = await enrol(service, user);
  const browser = open();
  await enter(browser, user);
  const half = browser.cookies.get("tidemark.half") ?? "";
  const { body } = await call(service, null, "GET", "/api/v1/me", undefined, {
    cookie: `tidemark.session=${half}`,
  });
  expect(body.detail.code).toBe("unauthenticated");

  const { db, settings } = service.services;
  const reset = await createPasswordReset(db, {
    email: user.email,
    appUrl: settings.appUrl,
    by: "shell",
  });
  const token = new URL(reset?.url ?? "").hash.slice(1);
  const password = "another long passphrase";
  const confirmed = await call(service, null, "POST", "/api/v1/auth/password-reset:confirm", {
    token,
    password,
  });
  expect(confirmed.status).toBe(200);
  expect(await enterCode(browser, codeOf(secret))).toEqual([401, "unauthenticated"]);
  // A reset leaves the second factor as it is.
  expect(await enter(browser, user, password)).toEqual(REQUIRED);
  expect(await enterCode(browser, codeOf(secret))).toEqual(DONE);
});

test("turning it off needs a recent confirmation; then the password is enough again", async () => {
  const user = await createTestUser(service);
  const { recoveryCodes } = await enrol(service, user);
  const remove = () => callAs(service, user, "DELETE", FACTOR);
  const { pool } = service.services;
  await pool.query("UPDATE session SET authenticated_at = now() - interval '10 minutes'");
  expect((await remove()).body.detail.code).toBe("reauthentication_required");
  await pool.query("UPDATE session SET authenticated_at = now()");
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await callAs(service, user, "POST", `${FACTOR}:renew-recovery-codes`)).status).toBe(404);
  expect(await audited(user, "second_factor.removed")).toBe(1);
  expect(await enter(open(), user)).toEqual(DONE);
  await enrol(service, user);
  const browser = open();
  await enter(browser, user);
  expect(await enterCode(browser, recoveryCodes[0] ?? "")).toEqual(INVALID);
});

test("the operator removes the factor of someone who lost it, and encrypts secrets under a new key", async () => {
  const user = await createTestUser(service);
  const { secret } = await enrol(service, user);
  const { db, keys } = service.services;
  const renewed = new Map([["renewed", Buffer.alloc(32, 9)], ...keys]);
  const count = await db.second_factor.count();
  expect(await resealSecondFactors(db, renewed)).toBe(count);
  expect(await resealSecondFactors(db, renewed)).toBe(0);
  const back = new Map([...keys, ["renewed", Buffer.alloc(32, 9)] as const]);
  expect(await resealSecondFactors(db, back)).toBe(count);
  const browser = open();
  await enter(browser, user);
  await forgetLastCode(service, user.id);
  expect(await enterCode(browser, codeOf(secret))).toEqual(DONE);

  expect(await removeSecondFactorOf(db, user.email)).toEqual({ id: user.id, removed: true });
  expect(await enter(open(), user)).toEqual(DONE);
  expect(await audited(user, "second_factor.removed")).toBe(1);
  expect(await removeSecondFactorOf(db, user.email)).toEqual({ id: user.id, removed: false });
  expect(await removeSecondFactorOf(db, "unknown@example.com")).toBeNull();
});
