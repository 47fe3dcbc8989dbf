import { afterAll, beforeAll, expect, test } from "vitest";

import { signInWithPassword } from "@/lib/accounts/sign-in";
import { newId } from "@/lib/ids";
import { resetPassword as command } from "@/lib/server/admin/reset-password";
import { eventually } from "@/testing/eventually";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD, signIn } from "@/testing/user";

import { createPasswordReset } from "./create-password-reset";

const NEW_PASSWORD = "another long passphrase";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService({ APP_URL: "https://files.example.com" });
});
afterAll(() => service.close());

const post = (path: string, body: object) =>
  call(service, null, "POST", `/api/v1/auth/password-reset${path}`, body);
const confirm = (token: string, password = NEW_PASSWORD) => post(":confirm", { token, password });

const linkFor = async (email: string) => {
  const { db, settings } = service.services;
  const made = await createPasswordReset(db, { email, appUrl: settings.appUrl, by: "shell" });
  return new URL(made?.url ?? "").hash.slice(1);
};

const knows = async (email: string, password: string) => {
  const input = { email, password, address: newId("req"), device: null };
  return (await signInWithPassword(service.services, input)) !== null;
};

test("a link is checked without being used up, until it has been", async () => {
  const { email } = await createTestUser(service);
  const token = await linkFor(email);
  expect((await post(":check", { token })).status).toBe(204);
  expect((await post(":check", { token })).status).toBe(204);
  expect((await confirm(token)).status).toBe(200);
  for (const one of [token, "x", `${token}x`])
    expect((await post(":check", { token: one })).status).toBe(404);
});

test("the link of an e-mail sets a password once and signs out everywhere", async () => {
  const user = await createTestUser(service);
  const { db } = service.services;
  const login = await db.login.create({
    data: {
      id: newId("login"),
      user_id: user.id,
      client_id: "tidemark-cli",
      address: "203.0.113.9",
      expires_at: new Date(Date.now() + 60_000),
    },
  });
  const asked = await post("", { email: user.email.toUpperCase() });
  expect([asked.status, asked.body]).toEqual([202, {}]);
  const email = await eventually("the e-mail", () => service.mail.emailTo(user.email));
  const [, token = ""] =
    /https:\/\/files\.example\.com\/reset-password#(tmkpr_\w+)/.exec(email) ?? [];
  expect((await confirm(token)).status).toBe(200);
  expect(await knows(user.email, PASSWORD)).toBe(false);
  expect(await knows(user.email, NEW_PASSWORD)).toBe(true);
  expect((await callAs(service, user, "GET", "/api/v1/me")).status).toBe(401);
  expect(await db.login.findUnique({ where: { id: login.id } })).toMatchObject({
    ended_reason: "password_reset",
  });
  const again = await confirm(token);
  expect([again.status, again.body.detail.code]).toEqual([404, "not_found"]);
});

test("of two that use one link at once, one sets the password", async () => {
  const user = await createTestUser(service);
  const token = await linkFor(user.email);
  const responses = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(2);
});

test("a device that was approved before and asks afterwards gets nothing", async () => {
  const user = await createTestUser(service);
  const { pool, db } = service.services;
  await pool.query(
    `INSERT INTO device_authorization (device_hash, user_code_hash, client_id, address, status, user_id, interval_seconds, next_poll_at, expires_at)
    VALUES ('d', 'u', 'tidemark-cli', 'x', 'approved', $1, 5, now(), now() + interval '1 minute')`,
    [user.id],
  );
  expect((await confirm(await linkFor(user.email))).status).toBe(200);
  expect(await db.device_authorization.count({ where: { user_id: user.id } })).toBe(0);
});

test("another link of the user is dead, one that expired and one of no one too", async () => {
  const user = await createTestUser(service);
  const [one, two] = [await linkFor(user.email), await linkFor(user.email)];
  expect((await confirm(one)).status).toBe(200);
  expect((await confirm(two)).status).toBe(404);
  const late = await linkFor(user.email);
  await service.services.pool.query("UPDATE password_reset SET expires_at = now()");
  for (const token of [late, late.replace(/^tmkpr_.{6}/, "tmkpr_000000"), "", "tmkpr_\0"])
    expect((await confirm(token)).status).toBe(404);
  const session = await signIn(service, user.id);
  expect((await callAs(service, session, "GET", "/api/v1/me")).status).toBe(200);
});

test("an unknown address gets the same answer and no e-mail; a mailbox is not filled", async () => {
  const user = await createTestUser(service);
  const nobody = await post("", { email: "nobody@example.com" });
  const known = await post("", { email: user.email });
  expect([nobody.status, nobody.body]).toEqual([known.status, known.body]);
  const shape = ({ headers }: typeof nobody) =>
    [...headers.keys()].filter((name) => name !== "date").toSorted();
  expect(shape(nobody)).toEqual(shape(known));
  for (let n = 0; n < 4; n++) expect((await post("", { email: user.email })).status).toBe(202);
  const reset = () => service.services.db.password_reset.count({ where: { user_id: user.id } });
  await eventually("three e-mails", async () => (await reset()) === 3);
  await post("", { email: user.email });
  const last = await createTestUser(service);
  await post("", { email: last.email });
  await eventually("a later e-mail", () => service.mail.emailTo(last.email));
  expect(await reset()).toBe(3);
  expect(service.mail.emailTo("nobody@example.com")).toBeNull();
});

test("the shell's command prints a link that works, in the log of what was done", async () => {
  const user = await createTestUser(service);
  const { db, settings } = service.services;
  const given = { options: { email: user.email }, id: undefined };
  const response = await command.run(db, given, settings);
  const url = new URL(String(response["url"]));
  expect(`${url.origin}${url.pathname}`).toBe("https://files.example.com/reset-password");
  expect((await confirm(url.hash.slice(1))).status).toBe(200);
  const actions = await db.audit_entry.findMany({ where: { target_id: user.id } });
  expect(actions.map(({ action, actor_type: by }) => [by, action])).toEqual([
    ["system", "user.created"],
    ["system", "password_reset.created"],
    ["user", "password.reset"],
  ]);
  const unknown = { options: { email: "nobody@example.com" }, id: undefined };
  await expect(command.run(db, unknown, settings)).rejects.toThrow("no user has this address");
});
