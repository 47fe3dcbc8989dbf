import { afterAll, beforeAll, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { createMount, SESSIONS } from "@/testing/mounts";
import { blocksOf, explain, recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

const OVER = 20_000;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let user: TestUser;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let mount: Awaited<ReturnType<typeof createMount>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  user = await createTestUser(service);
  await join(service, tenant.orgId, user.id, "member");
  fs = await createFilesystem(service, tenant);
  mount = await createMount(service, tenant.key, fs.id, "rw");
  // A long history: all that is over here is the user's, and all of the key's that is over is elsewhere.
  const elsewhere = await createFilesystem(service, tenant);
  await service.services.pool.query(
    `INSERT INTO mount_session (id, org_id, filesystem_id, mode, created_by, expires_at, ticket_hash, ticket_expires_at)
     SELECT 'ms_' || lpad(i::text, 26, '0'), $1, CASE i % 2 WHEN 0 THEN $2 ELSE $3 END, 'rw',
       CASE i % 2 WHEN 0 THEN 'user:' || $4 ELSE 'key:' || $5 END, now(), sha256(i::text::bytea), now()
     FROM generate_series(1, $6::int) i`,
    [tenant.orgId, fs.id, elsewhere.id, user.id, tenant.keyId, 2 * OVER],
  );
  await asOwner(service, "ANALYZE mount_session");
});
afterAll(() => service.close());

/** What PostgreSQL does for the statements about mount sessions that a request sends. */
async function plansOf(request: () => Promise<{ status: number }>) {
  const sent = await recordStatements(async () => {
    expect((await request()).status).toBeLessThan(300);
  });
  return explain(
    service,
    sent.filter(({ text }) => / mount_session m/.test(text)),
  );
}

const lists = (query = "") => `${fs.base}/mount-sessions${query}`;
const get = (route: string, key: string) => () => call(service, key, "GET", route);
const getAs = (route: string) => () => callAs(service, user, "GET", route);
const renew = () => call(service, mount.password, "POST", `${SESSIONS}/${mount.id}:renew`);

test.each([
  ["the read of a mount's credential", () => get(`${fs.base}/entries?path=/`, mount.password), 8],
  ["the list of the living", () => getAs(lists()), 30],
  ["a key's list of the living", () => get(lists(), tenant.key), 30],
  // And the name of the creator of each of a page.
  ["the list of all", () => getAs(lists("?ended=true")), 250],
  ["a key's list of all", () => get(lists("?ended=true"), tenant.key), 30],
  // Its row and an entry in each of the indexes.
  ["a renewal", () => renew, 80],
])("%s touches a few blocks, however much is over", async (_, request, blocks) => {
  const plans = await plansOf(request());
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(JSON.stringify(plan)).not.toContain('"Seq Scan"');
    expect(blocksOf(plan)).toBeLessThan(blocks);
  }
});
