import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { callAs, createTestUser, PASSWORD, signIn } from "@/testing/user";

import { createPasswordReset } from "./password-reset/create-password-reset";
import { signInWithPassword } from "./sign-in";

const NEW_PASSWORD = "another long passphrase";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const lists = (who: { cookie: string }, path = "sessions") =>
  callAs(service, who, "GET", `/api/v1/me/${path}`);

const isAlive = async (who: { cookie: string }) => (await lists(who)).status === 200;

let lastAddress = 0;
const knows = async (email: string, password: string) => {
  const address = `198.51.100.${(lastAddress += 1)}`;
  const input = { email, password, address, device: null };
  return (await signInWithPassword(service.services, input)) !== null;
};

async function createLogin(userId: string) {
  const id = newId("login");
  await service.services.db.login.create({
    data: {
      id,
      user_id: userId,
      client_id: "tidemark-cli",
      address: "203.0.113.9",
      expires_at: new Date(Date.now() + 60_000),
    },
  });
  return id;
}

test("a user sees the sessions that are alive and ends one, perhaps the own", async () => {
  const user = await createTestUser(service);
  const [other, over] = [await signIn(service, user.id), await signIn(service, user.id)];
  const end = (id: string) => callAs(service, user, "DELETE", `/api/v1/me/sessions/${id}`);
  expect((await end(over.sessionId)).status).toBe(204);
  const { body } = await lists(user);
  expect(body.map(({ id, current }: { id: string; current: boolean }) => [id, current])).toEqual([
    [user.sessionId, true],
    [other.sessionId, false],
  ]);
  expect(body[0]).toMatchObject({ address: "127.0.0.1", user_agent: "test" });
  expect((await end(over.sessionId)).status).toBe(404);
  expect((await end(user.sessionId)).status).toBe(204);
  expect([await isAlive(user), await isAlive(other)]).toEqual([false, true]);
});

test("no one ends or sees what belongs to another user", async () => {
  const [user, stranger] = [await createTestUser(service), await createTestUser(service)];
  const login = await createLogin(user.id);
  for (const path of [`sessions/${user.sessionId}`, `logins/${login}`, "sessions/x", "logins/x"]) {
    const { status } = await callAs(service, stranger, "DELETE", `/api/v1/me/${path}`);
    expect([path, status]).toEqual([path, 404]);
  }
  expect(await isAlive(user)).toBe(true);
  expect((await lists(stranger, "logins")).body).toEqual([]);
});

test("a login is listed with its client and ended once", async () => {
  const user = await createTestUser(service);
  const id = await createLogin(user.id);
  const { body } = await lists(user, "logins");
  expect(body).toMatchObject([{ id, client: { id: "tidemark-cli" }, address: "203.0.113.9" }]);
  const end = () => callAs(service, user, "DELETE", `/api/v1/me/logins/${id}`);
  expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
  expect((await lists(user, "logins")).body).toEqual([]);
});

const change = (who: { cookie: string }, current: string, next = NEW_PASSWORD) =>
  callAs(service, who, "POST", "/api/v1/me/password", {
    current_password: current,
    new_password: next,
  });

test("another password ends the other sessions and open links, and the old one opens nothing", async () => {
  const user = await createTestUser(service);
  const other = await signIn(service, user.id);
  await createPasswordReset(service.services.db, {
    email: user.email,
    appUrl: service.services.settings.appUrl,
    by: "shell",
  });
  expect((await change(user, PASSWORD)).status).toBe(204);
  expect([await isAlive(user), await isAlive(other)]).toEqual([true, false]);
  expect(await knows(user.email, PASSWORD)).toBe(false);
  expect(await knows(user.email, NEW_PASSWORD)).toBe(true);
  expect(await service.services.db.password_reset.count({ where: { user_id: user.id } })).toBe(0);
});

test("confirming the password is counted like a sign-in", async () => {
  const user = await createTestUser(service);
  const confirm = (current_password: string) =>
    callAs(service, user, "POST", "/api/v1/me/session:reauthenticate", { current_password });
  for (let n = 0; n < 10; n++) expect((await confirm("wrong")).status).toBe(403);
  const { status, body } = await confirm(PASSWORD);
  expect([status, body.detail.code]).toEqual([429, "rate_limited"]);
});

test("with the right password a hundred new ones are judged, not any number", async () => {
  const user = await createTestUser(service);
  const statuses = [];
  for (let n = 0; n < 101; n++)
    statuses.push((await change(user, PASSWORD, "aaaaaaaaaaaa")).status);
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 422), 429]);
});

test("a wrong old password changes nothing, and guesses are counted before they are hashed", async () => {
  const user = await createTestUser(service);
  const other = await signIn(service, user.id);
  const short = await change(user, PASSWORD, "x".repeat(11));
  expect([short.status, short.body.detail[0].type]).toEqual([422, "too_small"]);
  expect((await change(user, PASSWORD, "x".repeat(1_025))).status).toBe(422);
  const { passwords } = service.services;
  let hashes = 0;
  const count = async <T>(work: Promise<T>) => ((hashes += 1), work);
  service.services.passwords = {
    hash: (password) => count(passwords.hash(password)),
    verify: (hash, password) => count(passwords.verify(hash, password)),
  };
  for (let n = 0; n < 10; n++) {
    const { status, body } = await change(user, "wrong");
    expect([status, body.detail.code]).toEqual([403, "forbidden"]);
  }
  const refused = await change(user, PASSWORD);
  service.services.passwords = passwords;
  expect([refused.status, refused.body.detail.code, hashes]).toEqual([429, "rate_limited", 10]);
  expect([await isAlive(user), await isAlive(other)]).toEqual([true, true]);
  expect(await knows(user.email, PASSWORD)).toBe(true);
});
