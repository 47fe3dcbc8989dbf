import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { type Browser, openBrowser } from "@/testing/browser";
import { eventually } from "@/testing/eventually";
import { beginExternal, finishExternal } from "@/testing/external-sign-in";
import { CLIENT, type IdentityProvider, startIdentityProvider } from "@/testing/identity-provider";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { startTestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD, type TestUser } from "@/testing/user";

import { createPasswordReset } from "./password-reset/create-password-reset";

// Someone makes the account of another user's address, connects an identity of their own, and waits for that user to
// be invited elsewhere. Each defence is tested as if the ones before it had failed.
const OWN_PASSWORD = "chosen by its real owner";

let provider: IdentityProvider;
let service: MailingService;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startMailingService({
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Example ID",
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

let attempt = 0;
let victim: string;
let attacker: TestUser;
beforeEach(async () => {
  attempt += 1;
  victim = `${newId("user")}@example.com`;
  attacker = await createTestUser(service);
  provider.subject = `attacker-${attempt}`;
});

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const codeOf = ({ status, body }: { status: number; body: { detail: { code: string } } }) => [
  status,
  body.detail.code,
];

/** Invites the victim into a new organisation; `shown` and `emailed` are the tokens of both links. */
async function invite(owner: TestUser) {
  const { body: org } = await callAs(service, owner, "POST", "/api/v1/orgs", {
    name: newId("org"),
  });
  const route = `/api/v1/orgs/${org.id}/invitations`;
  const { body } = await callAs(service, owner, "POST", route, { email: victim, role: "admin" });
  const link = () => /#(tmkinv_\w+)/.exec(service.mail.emailTo(victim, org.name) ?? "")?.[1];
  const emailed = await eventually("the invitation e-mail", link);
  return { orgId: org.id as string, shown: tokenOf(body.url), emailed, reported: body.emailed };
}

const signUp = (token: string) =>
  call(service, null, "POST", "/api/v1/auth/sign-up", { token, name: "Ada", password: PASSWORD });
const accept = (browser: Browser, token: string) =>
  callAs(service, { cookie: browser.header() }, "POST", "/api/v1/invitations:accept", { token });
const verifiedAt = async () =>
  (await service.services.db.user.findUniqueOrThrow({ where: { email: victim } }))
    .email_verified_at;

async function signIn(password: string) {
  const browser = openBrowser(service, `198.51.100.${attempt}`);
  await browser.post("/api/auth/callback/credentials", { email: victim, password });
  return browser;
}

const signInExternally = async (browser: Browser) =>
  finishExternal(service, browser, await beginExternal(browser, provider, "oidc"));

/** The account as attackers could make it while the link they saw was the one that was e-mailed. */
async function plant() {
  const { shown } = await invite(attacker);
  await service.services.pool.query("UPDATE invitation SET emailed_hash = NULL WHERE email = $1", [
    victim,
  ]);
  expect((await signUp(shown)).status).toBe(201);
  const browser = await signIn(PASSWORD);
  expect(await signInExternally(browser)).toBeNull();
  return browser;
}

async function resetByMail() {
  await call(service, null, "POST", "/api/v1/auth/password-reset", { email: victim });
  const link = () => /#(tmkpr_\w+)/.exec(service.mail.emailTo(victim, "#tmkpr_") ?? "")?.[1];
  const token = await eventually("the reset e-mail", link);
  const body = { token, password: OWN_PASSWORD };
  return call(service, null, "POST", "/api/v1/auth/password-reset:confirm", body);
}

test("only the e-mailed link creates the account, and it proves the address", async () => {
  const { shown, emailed, reported } = await invite(attacker);
  expect([shown === emailed, reported]).toEqual([false, true]);
  expect(codeOf(await signUp(shown))).toEqual([403, "email_verification_required"]);
  expect(await service.services.db.user.count({ where: { email: victim } })).toBe(0);
  expect((await signUp(emailed)).status).toBe(201);
  expect(await verifiedAt()).not.toBeNull();
  expect(codeOf(await signUp(shown))).toEqual([404, "not_found"]);
});

test("a password reset locks out who planted the account, its identity included", async () => {
  const planted = await plant();
  expect(await verifiedAt()).toBeNull();
  const host = await createTestUser(service);
  const { orgId, emailed } = await invite(host);
  expect(codeOf(await signUp(emailed))).toEqual([409, "already_exists"]);
  const reset = await resetByMail();
  expect([reset.status, reset.body]).toEqual([
    200,
    { disconnected_identities: [{ provider: "oidc", name: "Example ID" }] },
  ]);
  expect(await verifiedAt()).not.toBeNull();
  const owner = await signIn(OWN_PASSWORD);
  expect((await accept(owner, emailed)).status).toBe(200);

  const returning = openBrowser(service, `198.51.100.${attempt}`);
  expect(await signInExternally(returning)).toBe("AccessDenied");
  for (const browser of [planted, returning, await signIn(PASSWORD)]) {
    const who = { cookie: browser.header() };
    expect((await callAs(service, who, "GET", `/api/v1/orgs/${orgId}`)).status).toBe(401);
  }
  const { db } = service.services;
  const removals = {
    org_id: null,
    action: "identity.removed",
    actor_name: "Ada",
    target_type: "identity",
  };
  const { id } = await db.user.findUniqueOrThrow({ where: { email: victim } });
  expect(await db.audit_entry.count({ where: { ...removals, actor_id: id } })).toBe(1);
});

test("an unverified address joins by the e-mailed link alone", async () => {
  const planted = await plant();
  const { shown, emailed } = await invite(await createTestUser(service));
  expect(codeOf(await accept(planted, shown))).toEqual([403, "email_verification_required"]);
  expect(await verifiedAt()).toBeNull();
  expect((await accept(planted, emailed)).status).toBe(200);
  expect(await verifiedAt()).not.toBeNull();
  // From now on the link that an inviter passes on is enough.
  const next = await invite(await createTestUser(service));
  expect((await accept(planted, next.shown)).status).toBe(200);
});

test("the operator's reset link does not prove the address", async () => {
  await plant();
  const { db, settings } = service.services;
  const made = await createPasswordReset(db, {
    email: victim,
    appUrl: settings.appUrl,
    by: "shell",
  });
  const body = { token: tokenOf(made?.url ?? ""), password: OWN_PASSWORD };
  const { status } = await call(service, null, "POST", "/api/v1/auth/password-reset:confirm", body);
  expect([status, await verifiedAt()]).toEqual([200, null]);
});

const expectWarning = async (subject: string) => {
  const text = await eventually(subject, () => service.mail.emailTo(victim, `Subject: ${subject}`));
  expect(text).toContain(
    "If this wasn't you, reset your password at http://localhost:3000/forgot-password",
  );
  expect(text).not.toMatch(/tmk\w+_|#/);
};

test("the address is notified of everything that happens to its account, without a link that acts", async () => {
  const { emailed } = await invite(attacker);
  await signUp(emailed);
  await expectWarning("Your Tidemark account was created");
  const browser = await signIn(PASSWORD);
  await signInExternally(browser);
  await expectWarning("Example ID was connected to your Tidemark account");
  const as = (method: string, route: string, body?: object) =>
    callAs(service, { cookie: browser.header() }, method, `/api/v1/me${route}`, body);
  const { body: identities } = await as("GET", "/identities");
  await as("DELETE", `/identities/${identities[0].id}`);
  await expectWarning("Example ID was disconnected from your Tidemark account");
  await as("POST", "/password", { current_password: PASSWORD, new_password: "a third passphrase" });
  await expectWarning("Your Tidemark password was changed");
  await resetByMail();
  await expectWarning("Your Tidemark password was reset");
});

test("a mail server that is away fails no request", async () => {
  const own = await startTestService({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
  const user = await createTestUser(own);
  const body = { current_password: PASSWORD, new_password: "another long passphrase" };
  expect((await callAs(own, user, "POST", "/api/v1/me/password", body)).status).toBe(204);
  await own.close();
});
