import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { Passwords } from "@/lib/accounts/passwords";
import { type Browser, openBrowser } from "@/testing/browser";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { createTestUser, PASSWORD, signIn as openSession } from "@/testing/user";

let service: TestService;
let real: Passwords;
let hashes = 0;
beforeAll(async () => {
  service = await startTestService();
  real = service.services.passwords;
});
beforeEach(() => {
  hashes = 0;
  service.services.passwords = {
    hash: (password) => ((hashes += 1), real.hash(password)),
    verify: (hash, password) => ((hashes += 1), real.verify(hash, password)),
  };
});
afterAll(() => service.close());

let lastAddress = 0;
/** A browser at an address of its own, so that no test counts for another. */
const open = () => openBrowser(service, `198.51.100.${(lastAddress += 1)}`);

const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  browser.post("/api/auth/callback/credentials", { email, password });

const statusOf = async (cookie: string) =>
  (await call(service, null, "GET", "/api/v1/me", undefined, { cookie })).status;

const errorOf = async (response: Response) =>
  new URL(((await response.json()) as { url: string }).url).searchParams.get("error");

test("a password opens a session whose cookie the API takes, and signing out ends it", async () => {
  const user = await createTestUser(service);
  const browser = open();
  expect((await signIn(browser, user.email.toUpperCase())).status).toBe(200);
  const cookie = browser.header();
  const me = await call(service, null, "GET", "/api/v1/me", undefined, { cookie });
  expect(me.body.id).toBe(user.id);
  const session = await browser.get("/api/auth/session");
  expect(await session.json()).toMatchObject({ user: { id: user.id, email: user.email } });
  expect((await browser.post("/api/auth/signout")).status).toBe(200);
  expect(browser.cookies.has("tidemark.session")).toBe(false);
  expect(await statusOf(cookie)).toBe(401);
});

test("signing in again ends the session that this browser had", async () => {
  const [one, two] = [await createTestUser(service), await createTestUser(service)];
  const browser = open();
  await signIn(browser, one.email);
  const before = browser.header();
  await signIn(browser, two.email);
  expect(await statusOf(before)).toBe(401);
  expect(await statusOf(browser.header())).toBe(200);
});

test("the session endpoint tells nothing of an ended session and takes its cookie away", async () => {
  const user = await createTestUser(service);
  const browser = open();
  await signIn(browser, user.email);
  await service.services.pool.query("UPDATE session SET ended_at = now() WHERE user_id = $1", [
    user.id,
  ]);
  const response = await browser.get("/api/auth/session");
  expect([response.status, await response.json()]).toEqual([200, {}]);
  expect(browser.cookies.has("tidemark.session")).toBe(false);
});

test("an unknown address gets the answer of a wrong password, for as much work", async () => {
  const user = await createTestUser(service);
  const responses = [];
  for (const email of [user.email, "nobody@example.com", "", "a\0b", "x".repeat(3_000)]) {
    hashes = 0;
    const browser = open();
    const response = await signIn(browser, email, "a wrong passphrase");
    const body = await response.json();
    responses.push({ hashes, status: response.status, body, cookies: [...browser.cookies.keys()] });
  }
  expect(responses[0]).toMatchObject({ hashes: 1, status: 401 });
  for (const reply of responses) expect(reply).toEqual(responses[0]);
});

test("wrong passwords are counted before they are hashed; the right one is refused too", async () => {
  const user = await createTestUser(service);
  const browser = open();
  for (let n = 0; n < 10; n++)
    expect((await signIn(browser, user.email, "wrong")).status).toBe(401);
  expect(hashes).toBe(10);
  const refused = await signIn(browser, user.email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await errorOf(refused)).toBe("rate_limited");
  expect(hashes).toBe(10);
  expect((await signIn(open(), user.email)).status).toBe(200);
});

test("the right password is no step towards the limit", async () => {
  const user = await createTestUser(service);
  const browser = open();
  for (let n = 0; n < 12; n++) expect((await signIn(browser, user.email)).status).toBe(200);
});

test("what came from another origin, without our token or as another type is refused", async () => {
  const user = await createTestUser(service);
  const fields = { email: user.email, password: PASSWORD };
  const path = "/api/auth/callback/credentials";
  const browser = open();
  const foreign = await browser.post(path, fields, { "sec-fetch-site": "cross-site" });
  expect(foreign.status).toBe(403);
  await browser.post(path, { ...fields, csrfToken: "forged" });
  const json = await browser.post(path, fields, { "content-type": "application/json" });
  expect(json.status).toBe(415);
  const large = await browser.post(path, { ...fields, more: "x".repeat(20_000) });
  expect(large.status).toBe(413);
  expect(browser.cookies.has("tidemark.session")).toBe(false);
});

test("nothing of next-auth answers that the console does not use", async () => {
  const browser = open();
  for (const path of ["_log", "session", "verify-request", "", "csrf/x/y", "signin/github"])
    expect([path, (await browser.post(`/api/auth/${path}`)).status]).toEqual([
      path,
      path === "session" ? 405 : 404,
    ]);
  expect((await browser.get("/api/auth/callback/credentials?email=x")).status).toBe(405);
  expect((await browser.get("/api/auth/signout")).status).toBe(405);
});

test("hostile values lead to our own page, never to a failure or to another host", async () => {
  const browser = open();
  const origin = service.services.settings.appUrl.origin;
  browser.cookies.set("tidemark.callback-url", "https%3A%2F%2Fevil.example%2F");
  const callbackUrls = [
    "https://evil.example",
    "//evil.example",
    "javascript:alert(1)",
    "\\\\evil",
    "%00",
    "http://[",
  ];
  for (const callbackUrl of callbackUrls) {
    const query = new URLSearchParams({ callbackUrl, error: `${callbackUrl}\r\nx: y` });
    for (const action of ["signin", "error"]) {
      const response = await browser.get(`/api/auth/${action}?${query.toString()}`, {
        "x-forwarded-host": "evil.example",
        host: "evil.example",
      });
      const location = new URL(response.headers.get("location") ?? "", origin);
      expect([callbackUrl, response.status, location.origin, location.pathname]).toEqual([
        callbackUrl,
        302,
        origin,
        "/sign-in",
      ]);
      expect(location.href).not.toContain("evil.example");
    }
    const user = await createTestUser(service);
    const response = await browser.post("/api/auth/callback/credentials", {
      email: user.email,
      password: PASSWORD,
      callbackUrl,
    });
    const { url } = (await response.json()) as { url: string };
    expect([callbackUrl, response.status, new URL(url).origin]).toEqual([callbackUrl, 200, origin]);
  }
});

test("the cookies are our own, out of reach for scripts, and bound to this host on https", async () => {
  const secure = await startTestService({ env: { APP_URL: "https://files.example.com" } });
  try {
    const user = await createTestUser(secure);
    const browser = openBrowser(secure, "198.51.100.250");
    const lines: string[] = [];
    for (const response of [await browser.get("/api/auth/csrf"), await signIn(browser, user.email)])
      lines.push(...response.headers.getSetCookie());
    expect(browser.cookies.has("__Host-tidemark.session")).toBe(true);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-tidemark\./);
      expect(line).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
      expect(line).not.toMatch(/domain=/i);
    }
  } finally {
    await secure.close();
    globalThis.tidemarkServices = service.services;
  }
});

test("a password that is replaced while it is compared opens no session", async () => {
  const user = await createTestUser(service);
  const { pool } = service.services;
  service.services.passwords = {
    ...real,
    async verify(hash, password) {
      const equal = await real.verify(hash, password);
      await pool.query("UPDATE app_user SET password_hash = 'another' WHERE id = $1", [user.id]);
      return equal;
    },
  };
  const browser = open();
  expect((await signIn(browser, user.email)).status).toBe(401);
  expect(browser.cookies.has("tidemark.session")).toBe(false);
});

test("the cookie holds the id of the session and no more", async () => {
  const { decode } = await import("next-auth/jwt");
  const user = await createTestUser(service);
  const browser = open();
  await signIn(browser, user.email);
  const secret = service.services.settings.authSecret!;
  const token = browser.cookies.get("tidemark.session")!;
  const held = await decode({ token, secret });
  expect(Object.keys(held ?? {}).toSorted()).toEqual(["exp", "iat", "jti", "sid"]);
  const other = await openSession(service, user.id);
  expect(held?.["sid"]).not.toBe(other.sessionId);
});

test("strangers cannot lock users out of a browser in which they have signed in before", async () => {
  const user = await createTestUser(service);
  const browser = open();
  expect((await signIn(browser, user.email)).status).toBe(200);
  await browser.post("/api/auth/signout");
  for (let n = 0; n < 100; n++)
    await service.services.signInLimits.countPassword({
      address: `203.0.113.${n}`,
      email: user.email,
    });
  expect((await signIn(open(), user.email)).status).toBe(429);
  expect((await signIn(browser, user.email)).status).toBe(200);
});

test("another user's browser, a forged cookie and a session's cookie prove no earlier sign-in", async () => {
  const [user, other] = [await createTestUser(service), await createTestUser(service)];
  const browser = open();
  await signIn(browser, other.email);
  const session = browser.cookies.get("tidemark.session")!;
  for (let n = 0; n < 100; n++)
    await service.services.signInLimits.countPassword({
      address: `203.0.113.${n}`,
      email: user.email,
    });
  for (const value of [browser.cookies.get("tidemark.device")!, session, "forged"]) {
    const stranger = open();
    stranger.cookies.set("tidemark.device", value);
    expect((await signIn(stranger, user.email)).status).toBe(429);
  }
});
