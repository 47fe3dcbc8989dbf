import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { disableUser, enableUser } from "@/lib/accounts/administer-user";
import { openSession } from "@/lib/accounts/sessions/open-session";
import { newId } from "@/lib/ids";
import { type Browser, openBrowser } from "@/testing/browser";
import { beginExternal, finishExternal } from "@/testing/external-sign-in";
import { CLIENT, type IdentityProvider, startIdentityProvider } from "@/testing/identity-provider";
import { codeOf, enrol, forgetLastCode } from "@/testing/second-factor";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD } from "@/testing/user";

let provider: IdentityProvider;
let service: TestService;
beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startTestService({
    env: {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Example ID",
      // The same server by another name: two issuers.
      GITHUB_URL: provider.url.replace("127.0.0.1", "localhost"),
      GITHUB_ID: CLIENT.id,
      GITHUB_SECRET: CLIENT.secret,
    },
  });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

let last = 0;
beforeEach(() => {
  last += 1;
  provider.subject = `subject-${last}`;
  provider.lies = {};
  provider.issuer = provider.url;
  provider.refused = [];
});

const open = () => openBrowser(service, `198.51.100.${last}`);

const begin = (browser: Browser, way: string) => beginExternal(browser, provider, way);
const finish = (browser: Browser, path: string) => finishExternal(service, browser, path);
const signIn = async (browser: Browser, way: string) => finish(browser, await begin(browser, way));

const userOf = async (browser: Browser) => {
  const cookie = browser.header();
  const { status, body } = await call(service, null, "GET", "/api/v1/me", undefined, { cookie });
  return status === 200 ? (body.id as string) : null;
};

async function signedIn() {
  const user = await createTestUser(service);
  const browser = open();
  const fields = { email: user.email, password: PASSWORD };
  await browser.post("/api/auth/callback/credentials", fields);
  return { user, browser };
}

test("the ways that are set up are named, and nothing secret of them", async () => {
  const response = await open().get("/api/auth/providers");
  const text = await response.text();
  expect(Object.entries(JSON.parse(text) as object).map(([id, { name }]) => [id, name])).toEqual([
    ["credentials", "Password"],
    ["passkey", "Passkey"],
    ["second-factor", "Second factor"],
    ["github", "GitHub"],
    ["oidc", "Example ID"],
  ]);
  expect(text).not.toContain(CLIENT.secret);
});

test.each(["oidc", "github"])(
  "%s: who is unknown is refused; linked while signed in, it lets in",
  async (way) => {
    if (way === "github") provider.subject = 4711;
    expect(await signIn(open(), way)).toBe("AccessDenied");
    const { user, browser } = await signedIn();
    expect(await signIn(browser, way)).toBeNull();
    expect(await userOf(browser)).toBe(user.id);
    const later = open();
    expect(await signIn(later, way)).toBeNull();
    expect(await userOf(later)).toBe(user.id);
    expect(provider.refused).toEqual([]);
    const entries = await service.services.db.audit_entry.findMany({
      where: { actor_id: user.id, action: "identity.linked" },
    });
    expect(entries).toHaveLength(1);
  },
);

test("the identity of a disabled user opens nothing until they are enabled", async () => {
  const { user, browser } = await signedIn();
  await signIn(browser, "oidc");
  await disableUser(service.services.db, user.email);
  expect(await signIn(open(), "oidc")).toBe("AccountDisabled");
  expect(await userOf(browser)).toBeNull();
  await enableUser(service.services.db, user.email);
  expect(await signIn(open(), "oidc")).toBeNull();
});

test("a disconnected identity opens nothing, may be connected again, and is no one else's business", async () => {
  provider.subject = last;
  const { user, browser } = await signedIn();
  await signIn(browser, "oidc");
  await signIn(browser, "github");
  const ask = (who: Browser, method: string, id = "") =>
    call(service, null, method, `/api/v1/me/identities${id}`, undefined, {
      cookie: who.header(),
      "sec-fetch-site": "same-origin",
    });
  const { body: found } = await ask(browser, "GET");
  expect(found).toMatchObject([
    { provider: "oidc", name: "Example ID" },
    { provider: "github", name: "GitHub" },
  ]);
  const stranger = await signedIn();
  expect((await ask(stranger.browser, "GET")).body).toEqual([]);
  const [{ id }] = found as [{ id: string }];
  expect((await ask(stranger.browser, "DELETE", `/${id}`)).status).toBe(404);

  expect((await ask(browser, "DELETE", `/${id}`)).status).toBe(204);
  expect((await ask(browser, "DELETE", `/${id}`)).status).toBe(404);
  expect((await ask(browser, "GET")).body).toMatchObject([{ provider: "github" }]);
  expect(await signIn(open(), "oidc")).toBe("AccessDenied");
  expect(await userOf(browser)).toBe(user.id);
  const removals = { actor_id: user.id, action: "identity.removed" };
  expect(await service.services.db.audit_entry.findMany({ where: removals })).toMatchObject([
    { target_type: "identity", target_id: id },
  ]);
  expect(await signIn(stranger.browser, "oidc")).toBeNull();
});

test("an identity of a provider that is set up no more is shown as such", async () => {
  const { user, browser } = await signedIn();
  const gone = { issuer: "https://old.example/realm", subject: "4711", user_id: user.id };
  await service.services.db.identity.create({ data: { ...gone, id: newId("ident") } });
  const headers = { cookie: browser.header() };
  const reply = await call(service, null, "GET", "/api/v1/me/identities", undefined, headers);
  expect(reply.body).toMatchObject([{ provider: null, name: "old.example" }]);
});

test("an identity never changes hands", async () => {
  const one = await signedIn();
  await signIn(one.browser, "oidc");
  const two = await signedIn();
  expect(await signIn(two.browser, "oidc")).toBe("IdentityInUse");
  expect(await userOf(two.browser)).toBe(two.user.id);
  const { db } = service.services;
  const subject = String(provider.subject);
  expect(await db.identity.findMany({ where: { subject } })).toMatchObject([
    { issuer: provider.url, user_id: one.user.id },
  ]);
});

test("an address that an identity claims opens no one's account", async () => {
  const user = await createTestUser(service);
  provider.lies = { email: user.email, email_verified: true };
  const browser = open();
  expect(await signIn(browser, "oidc")).toBe("AccessDenied");
  expect(await userOf(browser)).toBeNull();
});

test.each([
  ["another issuer", { iss: "https://evil.example" }],
  ["another audience", { aud: "someone else" }],
  ["another nonce", { nonce: "guessed" }],
  ["an end in the past", { exp: 1 }],
  ["no subject", { sub: "" }],
])("a token with %s opens nothing", async (_, lies) => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  const thief = open();
  // As it was when the way began: only what comes back is another.
  const path = await begin(thief, "oidc");
  provider.lies = lies;
  expect(await finish(thief, path)).not.toBeNull();
  expect(await userOf(thief)).toBeNull();
});

test("an issuer that now calls itself another opens nothing, even one account there", async () => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  provider.issuer = "https://evil.example";
  provider.lies = { iss: provider.issuer };
  const thief = open();
  expect(await signIn(thief, "oidc")).toBe("OAuthCallback");
  expect(await userOf(thief)).toBeNull();
});

test("a response without the cookies of this browser, or with another state, opens nothing", async () => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  const path = await begin(open(), "oidc");
  const victim = open();
  expect(await finish(victim, path)).not.toBeNull();
  const own = await begin(victim, "oidc");
  expect(await finish(victim, own.replace(/state=[^&]*/, "state=forged"))).not.toBeNull();
  const foreignCode = new URLSearchParams(path.split("?")[1]).get("code") ?? "";
  expect(await finish(victim, own.replace(/code=[^&]*/, `code=${foreignCode}`))).not.toBeNull();
  expect(await userOf(victim)).toBeNull();
});

test("a response works once", async () => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  const again = open();
  const path = await begin(again, "oidc");
  const cookies = new Map(again.cookies);
  expect(await finish(again, path)).toBeNull();
  const copy = open();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  expect(await finish(copy, path)).not.toBeNull();
  expect(await userOf(copy)).toBeNull();
});

test("a GitHub answer without a number is no one", async () => {
  provider.subject = "ada";
  const { browser } = await signedIn();
  await browser.post("/api/auth/signout");
  expect(await signIn(browser, "github")).not.toBe("AccessDenied");
  expect(await service.services.db.identity.count({ where: { subject: "" } })).toBe(0);
});

const RECENT_SIGN_IN_OVER =
  "UPDATE session SET authenticated_at = now() - interval '10 minutes' WHERE user_id = $1";

test("an identity is linked only soon after the user proved who they are", async () => {
  const { user, browser } = await signedIn();
  await service.services.pool.query(RECENT_SIGN_IN_OVER, [user.id]);
  const connect = () => browser.post("/api/auth/signin/oidc", { callbackUrl: "/", connect: "1" });
  const refused = await connect();
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { detail: { code: "reauthentication_required" } },
  ]);
  // What the page asks first is not what decides.
  expect(await signIn(browser, "oidc")).toBe("ReauthenticationRequired");
  expect(await service.services.db.identity.count({ where: { user_id: user.id } })).toBe(0);

  const confirm = (password: string) =>
    callAs(service, { cookie: browser.header() }, "POST", "/api/v1/me/session:reauthenticate", {
      current_password: password,
    });
  const wrong = await confirm("wrong");
  expect([wrong.status, wrong.body.detail.code]).toEqual([403, "forbidden"]);
  expect((await connect()).status).toBe(403);
  expect((await confirm(PASSWORD)).status).toBe(204);
  expect((await connect()).status).toBe(200);
  expect(await signIn(browser, "oidc")).toBeNull();
  const audited = { actor_id: user.id, action: "session.reauthenticated" };
  expect(await service.services.db.audit_entry.count({ where: audited })).toBe(1);
});

const sensitive = (browser: Browser) =>
  callAs(
    service,
    { cookie: browser.header() },
    "DELETE",
    `/api/v1/me/identities/${newId("ident")}`,
  );

test("a provider confirms who the user is by the time it names, GitHub never does", async () => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  provider.subject = 4712;
  await signIn(browser, "github");
  const codeAfter = async (way: string, lies: Record<string, unknown>) => {
    provider.subject = way === "github" ? 4712 : `subject-${last}`;
    provider.lies = lies;
    const fresh = open();
    expect(await signIn(fresh, way)).toBeNull();
    return (await sensitive(fresh)).body.detail.code;
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await codeAfter("oidc", { auth_time: now })).toBe("not_found");
  expect(await codeAfter("oidc", { auth_time: now + 3_600 })).toBe("not_found");
  for (const auth_time of [now - 600, undefined, String(now), null])
    expect(await codeAfter("oidc", { auth_time })).toBe("reauthentication_required");
  expect(await codeAfter("github", { auth_time: now })).toBe("reauthentication_required");
});

async function maxAgeOf(fields: Record<string, string>) {
  const response = await open().post("/api/auth/signin/oidc", { callbackUrl: "/", ...fields });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).searchParams.get("max_age");
}

test("confirming at a provider asks it for a new sign-in; other sign-ins do not", async () => {
  expect(await maxAgeOf({})).toBeNull();
  expect(await maxAgeOf({ max_age: "99" })).toBeNull();
  expect(await maxAgeOf({ confirm: "1" })).toBe("0");
});

test("what was confirmed in the browser's session before still counts, for the same user only", async () => {
  const { browser } = await signedIn();
  await signIn(browser, "oidc");
  expect((await sensitive(browser)).body.detail.code).toBe("not_found");
  const { user: other } = await signedIn();
  const session = browser.header();
  await service.services.db.identity.updateMany({
    where: { subject: `subject-${last}` },
    data: { user_id: other.id },
  });
  await browser.post("/api/auth/signout");
  expect(await signIn(browser, "oidc")).toBeNull();
  expect(browser.header()).not.toBe(session);
  expect((await sensitive(browser)).body.detail.code).toBe("reauthentication_required");
});

test("an identity that is linked already lets in whatever the age of the session", async () => {
  const { user, browser } = await signedIn();
  await signIn(browser, "oidc");
  await service.services.pool.query(RECENT_SIGN_IN_OVER, [user.id]);
  expect(await signIn(browser, "oidc")).toBeNull();
  expect(await userOf(browser)).toBe(user.id);
});

test("an identity that is disconnected while it signs in opens no session", async () => {
  const { user, browser } = await signedIn();
  await signIn(browser, "oidc");
  const { db } = service.services;
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { user_id: user.id },
  });
  await db.identity.deleteMany({ where: { user_id: user.id } });
  const entered = { id: user.id, name: "x", identityId };
  const visit = { address: "::1", userAgent: "x", requestId: "req_test" };
  await expect(openSession(db, { user: entered, ...visit })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("an identity needs the code too, unless its user is signed in already", async () => {
  const { user, browser } = await signedIn();
  await signIn(browser, "oidc");
  const cookie = browser.header();
  const { secret } = await enrol(service, { ...user, cookie });
  expect(await signIn(browser, "oidc")).toBeNull();
  const other = open();
  provider.lies = { auth_time: Math.floor(Date.now() / 1000) };
  const next = new URL((await signIn(other, "oidc")) ?? "");
  expect(next.pathname + next.search).toBe("/sign-in?step=code&callbackUrl=%2F");
  expect(await userOf(other)).toBeNull();
  const enter = async (code: string) =>
    (await other.post("/api/auth/callback/second-factor", { code })).status;
  expect(await enter(codeOf(secret, 5))).toBe(403);
  expect(await enter(codeOf(secret))).toBe(200);
  expect(await userOf(other)).toBe(user.id);
  // What the provider confirmed counts after the code too.
  expect((await sensitive(other)).body.detail.code).toBe("not_found");
  expect(other.cookies.has("tidemark.half")).toBe(false);

  const late = open();
  await signIn(late, "oidc");
  await service.services.db.identity.deleteMany({ where: { user_id: user.id } });
  await forgetLastCode(service, user.id);
  const refused = await late.post("/api/auth/callback/second-factor", { code: codeOf(secret) });
  expect(refused.status).toBe(401);
  expect(await userOf(late)).toBeNull();
});

test("no one without a session begins to connect an identity", async () => {
  const reply = await open().post("/api/auth/signin/oidc", { callbackUrl: "/", connect: "1" });
  expect(reply.status).toBe(401);
});

test("no one is linked whose session is over", async () => {
  const { user, browser } = await signedIn();
  await service.services.pool.query("UPDATE session SET ended_at = now() WHERE user_id = $1", [
    user.id,
  ]);
  expect(await signIn(browser, "oidc")).toBe("AccessDenied");
  expect(await service.services.db.identity.count({ where: { user_id: user.id } })).toBe(0);
});
