import { afterAll, beforeAll, expect, test } from "vitest";

import { logIn } from "@/testing/login";
import { blocksOf, explain, recordStatements, type Statement } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

// Who asks is found out in one statement that reads a few blocks, however many keys, people and grants there are; the
// limiter adds at most one more.
const MANY = 20_000;
const many = `FROM generate_series(1, ${MANY}) i`;
const id = (prefix: string) => `'${prefix}_' || lpad(i::text, 26, '0')`;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let user: TestUser;
let base: string;
let login: { access: string };
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_MANAGEMENT: "600" } });
  const { pool } = service.services;
  tenant = await createTenant(service);
  user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
  const fs = await createFilesystem(service, tenant);
  base = fs.base;
  login = await logIn(service, user);
  await pool.query(`INSERT INTO organisation (id, name) SELECT ${id("org")}, 'x' ${many}`);
  await pool.query(
    `INSERT INTO app_user (id, email, name) SELECT ${id("user")}, i || '@x', 'x' ${many}`,
  );
  await pool.query(
    `INSERT INTO member (org_id, user_id, role) SELECT $1, ${id("user")}, 'member' ${many}`,
    [tenant.orgId],
  );
  await pool.query(
    `INSERT INTO session (id, user_id, address, user_agent, expires_at)
     SELECT ${id("sess")}, $1, '::1', 'x', now() + '1 d' ${many}`,
    [user.id],
  );
  await pool.query(
    `INSERT INTO login (id, user_id, client_id, address, expires_at)
     SELECT ${id("login")}, $1, 'tidemark-cli', '::1', now() + '1 d' ${many}`,
    [user.id],
  );
  await pool.query(
    `INSERT INTO login_token (hash, login_id, kind, expires_at)
     SELECT sha256(i::text::bytea), ${id("login")}, 'access', now() + '1 h' ${many}`,
  );
  await pool.query(
    `INSERT INTO api_key (id, org_id, name, hash, last4, created_by)
     SELECT ${id("key")}, $1, 'x', sha256(i::text::bytea), 'xxxx', 'x' ${many}`,
    [tenant.orgId],
  );
  await pool.query(
    `INSERT INTO filesystem_grant (api_key_id, filesystem_id, mode, created_by) SELECT ${id("key")}, $1, 'ro', 'x' ${many}`,
    [fs.id],
  );
  await pool.query(
    `INSERT INTO filesystem (id, org_id, name, root_id) SELECT ${id("fs")}, $1, 'x', i ${many}`,
    [tenant.orgId],
  );
  await pool.query("ANALYZE");
});
afterAll(() => service.close());

const byKey = () => call(service, tenant.key, "GET", base);
const byCookie = () => callAs(service, user, "GET", base);
const byToken = () => call(service, login.access, "GET", base);

const isLimit = ({ text }: Statement) => text.includes("rate_limit");
const isUse = ({ text }: Statement) => text.includes("last_used_at = now()");

test.each([
  ["a key", byKey, /api_key k/],
  ["a cookie", byCookie, /session s/],
  ["the token of a login", byToken, /login_token t/],
])("%s costs one indexed read, and the limiter at most one statement", async (_, ask, table) => {
  // The first use in a minute is noted, and begins the limiter's window.
  await ask();
  const sent = await recordStatements(async () => {
    expect((await ask()).status).toBe(200);
  });
  const access = sent.filter(({ text }) => table.test(text));
  expect(access).toHaveLength(1);
  expect(sent.filter(isLimit).length).toBeLessThanOrEqual(1);
  expect(sent.filter(isUse)).toEqual([]);
  // Beside these only the filesystem itself is read.
  expect(sent.filter((statement) => !isLimit(statement))).toHaveLength(2);
  const [plan] = await explain(service, access);
  expect(JSON.stringify(plan)).not.toContain('"Seq Scan"');
  expect(blocksOf(plan!)).toBeLessThan(25);
});
