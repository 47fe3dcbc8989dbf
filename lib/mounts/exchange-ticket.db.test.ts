import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { hashToken, newToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import type { Services } from "@/lib/services";
import { exchange, openAnother, SESSIONS } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { type ApiResponse, call, createFilesystem, createTenant } from "@/testing/tenant";

import { exchangeTicket } from "./exchange-ticket";
import { findKeySession } from "./log-in";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINbHS5L0iUcu7bEh9vF1RcQByR8gO11TmgyjVYAbCohM";

let service: TestService;
let other: Services;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  other = await openAnother(service);
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(async () => {
  await other.close();
  await service.close();
});

const create = async () => {
  const input = { filesystem_id: fs.id, mode: "ro" };
  const { body } = await call(service, tenant.key, "POST", SESSIONS, input);
  return body as { id: string; ticket: string; expires_at: string };
};
const refusal = ({ status, body }: ApiResponse) => [status, body.detail.code];
const INVALID = [404, "ticket_invalid"];
const sql = async (text: string, values: unknown[]) =>
  (await service.services.pool.query(text, values)).rows;

test("answers a credential for an hour, whose password stands nowhere in clear", async () => {
  const session = await create();
  const { status, body, headers } = await exchange(service, session.ticket);
  expect(status).toBe(200);
  expect(body).toEqual({
    session_id: session.id,
    org_id: tenant.orgId,
    filesystem_id: fs.id,
    mode: "ro",
    username: session.id,
    password: expect.stringMatching(/^tmkmp_[0-9A-Za-z]{49}$/),
    credential_expires_at: expect.any(String),
    expires_at: session.expires_at,
    sftp: null,
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect((Date.parse(body.credential_expires_at) - Date.now()) / 60_000).toBeCloseTo(60, 0);
  const [row] = await sql("SELECT * FROM mount_session WHERE id = $1", [session.id]);
  expect(row.credential_hash).toEqual(hashToken(body.password));
  expect(JSON.stringify(row)).not.toContain(body.password);
  const audit = await sql(
    "SELECT actor_type, actor_id, org_id, address FROM audit_entry WHERE action = 'mount_session.exchanged' AND target_id = $1",
    [session.id],
  );
  expect(audit).toEqual([
    { actor_type: "mount", actor_id: session.id, org_id: tenant.orgId, address: "127.0.0.1" },
  ]);
});

test("a used, unknown, malformed, expired or revoked ticket is not found", async () => {
  const used = await create();
  await exchange(service, used.ticket);
  const late = await create();
  await sql("UPDATE mount_session SET ticket_expires_at = now() WHERE id = $1", [late.id]);
  const revoked = await create();
  await call(service, tenant.key, "DELETE", `${SESSIONS}/${revoked.id}`);
  const tickets = [used, late, revoked].map(({ ticket }) => ticket);
  for (const ticket of [...tickets, newToken("tmktk_"), newToken("tmkmp_"), tenant.key, "", "a\0"])
    expect(refusal(await exchange(service, ticket))).toEqual(INVALID);
  expect((await exchange(service, 7 as unknown as string)).status).toBe(422);
});

test("with a public key there is a password only if it is wanted, and both open the session", async () => {
  const alone = await exchange(service, (await create()).ticket, { public_key: KEY });
  expect([alone.status, alone.body.password]).toEqual([200, null]);
  const session = await create();
  const more = { public_key: KEY, want_password: true };
  const { body } = await exchange(service, session.ticket, more);
  const renew = () => call(service, body.password, "POST", `${SESSIONS}/${session.id}:renew`);
  expect((await renew()).status).toBe(200);
  const listed = await call(service, body.password, "GET", `${fs.base}/entries?path=/`);
  expect(listed.status).toBe(200);
  const known = await findKeySession(service.services, session.id);
  expect(known?.publicKey).toBe(KEY);
  await call(service, tenant.key, "DELETE", `${SESSIONS}/${session.id}`);
  expect(refusal(await renew())).toEqual([409, "session_not_active"]);
});

test("of 50 exchanges at once in two processes one wins", async () => {
  const { ticket, id } = await create();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const services = i % 2 === 0 ? service.services : other;
      const ctx = { services, address: "127.0.0.1", requestId: "req_test" };
      return exchangeTicket(ctx, { ticket }).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      });
    }),
  );
  const won = outcomes.filter((outcome) => typeof outcome === "object");
  expect(won).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "ticket_invalid")).toHaveLength(49);
  const [row] = await sql("SELECT credential_hash FROM mount_session WHERE id = $1", [id]);
  expect(row.credential_hash).toEqual(hashToken(won[0]?.password ?? ""));
  const where = { target_id: id, action: "mount_session.exchanged" };
  expect(await service.services.db.audit_entry.count({ where })).toBe(1);
});

test("whichever of exchange and revocation comes first, the session is over afterwards", async () => {
  for (let round = 0; round < 20; round++) {
    const { ticket, id } = await create();
    const revoke = () => call(service, tenant.key, "DELETE", `${SESSIONS}/${id}`);
    const [exchanged, revoked] = await Promise.all([exchange(service, ticket), revoke()]);
    expect(revoked.status).toBe(204);
    const password = exchanged.status === 200 ? exchanged.body.password : ticket;
    const read = await call(service, password, "GET", `${fs.base}/entries?path=/`);
    expect(refusal(read)).toEqual([401, "unauthenticated"]);
    expect(refusal(await exchange(service, ticket))).toEqual(INVALID);
  }
});

test("a public key takes the place of the password, and is kept without its comment", async () => {
  const { ticket, id } = await create();
  const { status, body } = await exchange(service, ticket, { public_key: `${KEY} me@laptop` });
  expect([status, body.password, body.username]).toEqual([200, null, id]);
  const [row] = await sql("SELECT public_key, credential_hash FROM mount_session WHERE id = $1", [
    id,
  ]);
  expect(row).toEqual({ public_key: KEY, credential_hash: null });
  const list = await call(service, tenant.key, "GET", `${fs.base}/mount-sessions`);
  expect(list.body).toMatchObject([{ id, state: "active" }]);
  for (const bearer of [ticket, id, KEY.replace(" ", "_")])
    expect((await call(service, bearer, "POST", `${SESSIONS}/${id}:renew`)).status).toBe(401);
});

test("a bad public key is refused before the ticket is used", async () => {
  const { ticket } = await create();
  for (const public_key of [`${KEY}\n${KEY}`, "x", "", KEY.slice(0, -4)]) {
    const { status, body } = await exchange(service, ticket, { public_key });
    const problem = { loc: ["body", "public_key"], type: "public_key_invalid" };
    expect([status, body.detail]).toMatchObject([422, [problem]]);
    expect(JSON.stringify(body)).not.toContain(KEY.slice(20, 40));
  }
  expect((await exchange(service, ticket, { public_key: KEY })).status).toBe(200);
});

test("the colon is part of the path", async () => {
  const { ticket, id } = await create();
  const slash = await call(service, null, "POST", `${SESSIONS}/exchange`, { ticket });
  // In this form it is where a session would be.
  expect(refusal(slash)).toEqual([404, "not_found"]);
  expect((await call(service, null, "POST", `${SESSIONS}/${id}/renew`)).status).toBe(404);
  const encoded = `${SESSIONS}%3Aexchange`;
  expect((await call(service, null, "POST", encoded, { ticket })).status).toBe(200);
});
