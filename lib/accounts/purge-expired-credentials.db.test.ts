import { afterAll, beforeAll, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";
import { createTestUser } from "@/testing/user";

import { purgeExpiredCredentials } from "./purge-expired-credentials";

let service: TestService;
let userId: string;
let location: { orgId: string; fsId: string };
beforeAll(async () => {
  service = await startTestService();
  userId = (await createTestUser(service)).id;
  const tenant = await createTenant(service);
  location = { orgId: tenant.orgId, fsId: (await createFilesystem(service, tenant)).id };
  await service.services.pool.query("DELETE FROM session");
});
afterAll(() => service.close());

const run = (sql: string, values: unknown[] = []) => service.services.pool.query(sql, values);
const count = async (table: string) =>
  Number((await run(`SELECT count(*) FROM ${table}`)).rows[0].count);

let last = 0;
const bytes = () => Buffer.from(String((last += 1)));

/** One row in each table, which was over `ago` (an interval) before now. */
async function leave(ago: string) {
  const over = `now() - interval '${ago}'`;
  const [login, later] = [newId("login"), newId("login")];
  await run(
    `INSERT INTO session (id, user_id, address, user_agent, expires_at, ended_at)
    VALUES ($1, $3, 'x', 'x', ${over}, NULL), ($2, $3, 'x', 'x', 'infinity', ${over})`,
    [newId("sess"), newId("sess"), userId],
  );
  await run(
    `INSERT INTO login (id, user_id, client_id, address, expires_at)
    VALUES ($1, $3, 'x', 'x', ${over}), ($2, $3, 'x', 'x', 'infinity')`,
    [login, later, userId],
  );
  await run(
    `INSERT INTO login_token (hash, login_id, kind, expires_at) VALUES ($1, $2, 'access', ${over})`,
    [bytes(), later],
  );
  await run(
    `INSERT INTO device_authorization (device_hash, user_code_hash, client_id, address, interval_seconds, next_poll_at, expires_at)
    VALUES ($1, $1, 'x', 'x', 5, now(), ${over})`,
    [bytes()],
  );
  await run(`INSERT INTO password_reset (hash, user_id, expires_at) VALUES ($1, $2, ${over})`, [
    bytes(),
    userId,
  ]);
  await run(
    `INSERT INTO idempotency_key (caller, key, body_hash, session_id, created_at) VALUES ('x', $1, '', 'x', ${over})`,
    [newId("ms")],
  );
  await run(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
    VALUES ($1, $2, $3, 'ro', 'x', ${over}, $4, 'infinity')`,
    [newId("ms"), location.orgId, location.fsId, bytes()],
  );
  await run(
    `INSERT INTO invitation (id, org_id, email, role, hash, created_by, expires_at, voided_at)
    VALUES ($1, $2, 'x', 'member', $3, 'x', 'infinity', ${over})`,
    [newId("inv"), location.orgId, bytes()],
  );
}

const TABLES = [
  "session",
  "login",
  "login_token",
  "device_authorization",
  "password_reset",
  "idempotency_key",
  "mount_session",
  "invitation",
];
const counts = async () =>
  Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await count(table)])));

test("each goes when no one can ask for it any more, in steps of any size", async () => {
  await leave("1 minute");
  const kept = { ...(await counts()), password_reset: 0 };
  expect(await purgeExpiredCredentials(service.services.db)).toBe(1);
  expect(await counts()).toEqual(kept);
  await leave("25 hours");
  await purgeExpiredCredentials(service.services.db, 1);
  expect(await counts()).toEqual({ ...kept, login: 4, mount_session: 2, invitation: 2 });
  await leave("32 days");
  await purgeExpiredCredentials(service.services.db, 1);
  expect(await counts()).toEqual({ ...kept, login: 5, mount_session: 2, invitation: 2 });
  expect(await purgeExpiredCredentials(service.services.db)).toBe(0);
});
