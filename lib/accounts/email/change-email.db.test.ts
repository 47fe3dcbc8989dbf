import { afterAll, beforeAll, expect, test } from "vitest";

import { createPasswordReset } from "@/lib/accounts/password-reset/create-password-reset";
import { signInWithPassword } from "@/lib/accounts/sign-in";
import { newId } from "@/lib/ids";
import { eventually } from "@/testing/eventually";
import { type MailingService, startMailingService } from "@/testing/mailing-service";
import { call } from "@/testing/tenant";
import { callAs, createTestUser, PASSWORD, type TestUser } from "@/testing/user";

let service: MailingService;
beforeAll(async () => {
  service = await startMailingService();
});
afterAll(() => service.close());

const EMAIL = "/api/v1/me/email";
const fresh = () => `${newId("user")}@example.com`;
const request = (user: TestUser, email: string) => callAs(service, user, "POST", EMAIL, { email });
const confirm = (user: TestUser, token: string) =>
  callAs(service, user, "POST", `${EMAIL}:confirm`, { token });
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

/** Requests a change and returns the token of the e-mail to the new address. */
async function tokenFor(user: TestUser, email: string): Promise<string> {
  expect(await request(user, email)).toMatchObject({ status: 202, body: {} });
  return eventually("the e-mail to the new address", () => {
    const sent = service.mail.emailTo(email.toLowerCase(), "Confirm your new");
    return /\/confirm-email#(tmkec_\w+)\r\n/.exec(sent ?? "")?.[1];
  });
}

test("a reset link that is made while the address changes is not sent to the earlier one", async () => {
  const user = await createTestUser(service);
  const { db, pool, settings } = service.services;
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE app_user SET email = $2 WHERE id = $1", [user.id, fresh()]);
  const input = { email: user.email, appUrl: settings.appUrl, by: "visitor" as const };
  const made = createPasswordReset(db, input);
  await eventually("it waits", async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rowCount === 1;
  });
  await client.query("COMMIT");
  client.release();
  expect(await made).toBeNull();
  expect(await db.password_reset.count({ where: { user_id: user.id } })).toBe(0);
});

test("the link in the e-mail changes the address once; both addresses are notified", async () => {
  const user = await createTestUser(service);
  const { db } = service.services;
  const email = fresh();
  const token = await tokenFor(user, email.toUpperCase());
  await eventually("the notice before", () => service.mail.emailTo(user.email, "was requested"));
  expect((await callAs(service, user, "GET", "/api/v1/me")).body.email).toBe(user.email);
  await createPasswordReset(db, {
    email: user.email,
    appUrl: service.services.settings.appUrl,
    by: "visitor",
  });
  await db.user.update({ where: { id: user.id }, data: { email_verified_at: null } });

  const name = "Test user";
  await db.user.update({ where: { id: user.id }, data: { name } });
  expect(await confirm(user, token)).toMatchObject({
    status: 200,
    body: { id: user.id, email, name },
  });
  expect(await confirm(user, token)).toMatchObject(refusal(404, "not_found"));
  expect((await callAs(service, user, "GET", "/api/v1/me")).body.email).toBe(email);
  const notice = await eventually("the notice after", () =>
    service.mail.emailTo(user.email, "was changed"),
  );
  expect(notice).toContain(email);
  expect(notice).not.toContain("forgot-password");

  const input = { email, password: PASSWORD, address: newId("req"), device: null };
  expect(await signInWithPassword(service.services, input)).not.toBeNull();
  expect(await db.password_reset.count({ where: { user_id: user.id } })).toBe(0);
  const stored = await db.user.findUniqueOrThrow({ where: { id: user.id } });
  expect(stored.email_verified_at).not.toBeNull();
  const entry = await db.audit_entry.findFirstOrThrow({
    where: { action: "email.changed", target_id: user.id },
  });
  expect(entry.details).toEqual({ email, before: { email: user.email } });
});

test("a link gives no one but the account that asked the address", async () => {
  const attacker = await createTestUser(service);
  const victim = await createTestUser(service);
  const token = await tokenFor(attacker, fresh());
  expect(await confirm(victim, token)).toMatchObject(refusal(404, "not_found"));
  expect(await call(service, null, "POST", `${EMAIL}:confirm`, { token })).toMatchObject({
    status: 401,
  });
  expect((await callAs(service, victim, "GET", "/api/v1/me")).body.email).toBe(victim.email);
  expect((await confirm(attacker, token)).status).toBe(200);
});

test("only the address itself learns that it has an account", async () => {
  const user = await createTestUser(service);
  const other = await createTestUser(service);
  expect(await request(user, other.email)).toMatchObject({ status: 202, body: {} });
  const sent = await eventually("the e-mail", () =>
    service.mail.emailTo(other.email, "already has"),
  );
  expect(sent).not.toContain("tmkec_");
});

test("an address that gets an account meanwhile is refused, and the link is kept", async () => {
  const user = await createTestUser(service);
  const other = await createTestUser(service);
  const email = fresh();
  const token = await tokenFor(user, email);
  await service.services.db.user.update({ where: { id: other.id }, data: { email } });
  expect(await confirm(user, token)).toMatchObject(refusal(409, "already_exists"));
  await service.services.db.user.update({ where: { id: other.id }, data: { email: other.email } });
  expect((await confirm(user, token)).status).toBe(200);
});

test("a link ends with the next request, a change of the password, and after an hour", async () => {
  const user = await createTestUser(service);
  const first = await tokenFor(user, fresh());
  const second = await tokenFor(user, fresh());
  expect(await confirm(user, first)).toMatchObject(refusal(404, "not_found"));
  const body = { current_password: PASSWORD, new_password: "another long passphrase" };
  expect((await callAs(service, user, "POST", "/api/v1/me/password", body)).status).toBe(204);
  expect(await confirm(user, second)).toMatchObject(refusal(404, "not_found"));
  const third = await tokenFor(user, fresh());
  await service.services.db.email_change.update({
    where: { user_id: user.id },
    data: { expires_at: new Date() },
  });
  expect(await confirm(user, third)).toMatchObject(refusal(404, "not_found"));
});

test("a user changes their name, and the log says what it replaced", async () => {
  const user = await createTestUser(service);
  const { db } = service.services;
  await db.user.update({ where: { id: user.id }, data: { name: "Ada" } });
  const renamed = await callAs(service, user, "PATCH", "/api/v1/me", { name: "Ada Lovelace" });
  expect(renamed).toMatchObject({
    status: 200,
    body: { id: user.id, email: user.email, name: "Ada Lovelace" },
  });
  expect((await callAs(service, user, "GET", "/api/v1/me")).body.name).toBe("Ada Lovelace");
  const entry = await db.audit_entry.findFirstOrThrow({ where: { action: "user.renamed" } });
  expect(entry.details).toEqual({ name: "Ada Lovelace", before: { name: "Ada" } });
});
