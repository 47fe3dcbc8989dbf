import { afterAll, beforeAll, expect, test } from "vitest";

import { LIMITS } from "@/lib/contract/limits";
import { firstIdAt } from "@/lib/ids";
import { createNotice } from "@/testing/notices";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join, type TestUser } from "@/testing/user";

import { pruneNotices } from "./prune-notices";

let service: TestService;
beforeAll(async () => {
  // Nothing listens there.
  service = await startTestService({ env: { WEBHOOK_CONNECT_TO: "gone.test:443=127.0.0.1:9" } });
});
afterAll(() => service.close());

const DAY_MS = 86_400_000;
const KEY_EXPIRES = {
  topic: "api_keys",
  news: "expires_soon",
  detail: { name: "ci", last4: "abcd", days: 3, expires_at: "2026-12-01T00:00:00.000Z" },
} as const;

/** An organisation with an owner and a viewer. */
async function open() {
  const tenant = await createTenant(service);
  const [owner, viewer] = [await createTestUser(service), await createTestUser(service)];
  await join(service, tenant.orgId, owner.id, "owner");
  await join(service, tenant.orgId, viewer.id, "viewer");
  const base = `/api/v1/orgs/${tenant.orgId}/notices`;
  return { tenant, owner, viewer, base };
}
const list = (user: TestUser, base: string) => callAs(service, user, "GET", base);
const read = (user: TestUser, base: string, id: string) =>
  callAs(service, user, "POST", `${base}:read`, { up_to: id });
const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);
const unreadOf = async (user: TestUser, base: string) =>
  idsOf({
    body: (await list(user, base)).body.filter(({ unread }: { unread: boolean }) => unread),
  });

test("spec 4.57: notices are listed newest first, as far as the role may see them", async () => {
  const { tenant, owner, viewer, base } = await open();
  const { id: fs, base: fsBase } = await createFilesystem(service, tenant);
  const url = "https://gone.test/in";
  const { body: hook } = await call(service, tenant.key, "POST", `${fsBase}/webhooks`, { url });
  const failing = {
    topic: "webhooks",
    news: "failing",
    webhook_id: hook.id,
    filesystem_id: fs,
    detail: {
      host: "gone.test",
      filesystem_name: "test",
      last_failure: null,
      disabled_reason: null,
    },
  } as const;
  const first = await createNotice(service, tenant.orgId, failing);
  const second = await createNotice(service, tenant.orgId, KEY_EXPIRES);
  const third = await createNotice(service, tenant.orgId);
  const { body } = await list(owner, base);
  expect(idsOf({ body })).toEqual([third, second, first]);
  expect(body[2]).toEqual({
    ...failing,
    id: first,
    api_key_id: null,
    unread: true,
    created_at: expect.stringMatching(/Z$/),
  });
  expect(idsOf(await list(viewer, base))).toEqual([third, first]);

  const page = await callAs(service, owner, "GET", `${base}?limit=2`);
  expect(idsOf(page)).toEqual([third, second]);
  expect(page.headers.get("link")).toContain(`after=${second}`);
  expect(idsOf(await callAs(service, owner, "GET", `${base}?after=${second}`))).toEqual([first]);

  await call(service, tenant.key, "DELETE", `${fsBase}/webhooks/${hook.id}`);
  expect((await list(owner, base)).body[2]).toMatchObject({ webhook_id: null, filesystem_id: fs });
});

test("another organisation sees, and marks, none of them", async () => {
  const { tenant, owner, base } = await open();
  const other = await open();
  const id = await createNotice(service, tenant.orgId);
  expect((await list(other.owner, other.base)).body).toEqual([]);
  expect((await list(other.owner, base)).status).toBe(404);
  for (const at of [base, other.base]) expect((await read(other.owner, at, id)).status).toBe(404);
  expect(await unreadOf(owner, base)).toEqual([id]);
});

test("everyone marks notices as read for themselves, up to one, and nothing makes them unread", async () => {
  const { tenant, owner, viewer, base } = await open();
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await createNotice(service, tenant.orgId));
  const [first, second, third] = ids as [string, string, string];
  expect((await read(owner, base, second)).status).toBe(204);
  expect(await unreadOf(owner, base)).toEqual([third]);
  expect((await read(owner, base, first)).status).toBe(204);
  expect(await unreadOf(owner, base)).toEqual([third]);
  expect(await unreadOf(viewer, base)).toEqual([third, second, first]);
  const hidden = await createNotice(service, tenant.orgId, KEY_EXPIRES);
  expect((await read(viewer, base, hidden)).status).toBe(404);
  expect((await read(owner, base, "notice_x")).status).toBe(422);
});

test("notices from before someone joined count as read", async () => {
  const { tenant, base } = await open();
  await createNotice(service, tenant.orgId);
  const newcomer = await createTestUser(service);
  await join(service, tenant.orgId, newcomer.id, "member");
  const later = await createNotice(service, tenant.orgId);
  expect((await list(newcomer, base)).body).toHaveLength(2);
  expect(await unreadOf(newcomer, base)).toEqual([later]);
});

test("notices are kept for 30 days, and the newest 1,000 of an organisation", async () => {
  const { db, pool } = service.services;
  const [one, other] = [await open(), await open()];
  await createNotice(service, one.tenant.orgId);
  const kept = await createNotice(service, other.tenant.orgId);
  await pool.query(
    `INSERT INTO notice (id, org_id, topic, news, detail)
     SELECT $1 || lpad(i::text, 3, '0'), $2, 'usage', 'usage', '{}' FROM generate_series(0, $3 - 1) i`,
    [firstIdAt("notice", Date.now()).slice(0, -3), one.tenant.orgId, LIMITS.notices],
  );
  expect(await pruneNotices(db)).toBe(1);
  expect(await db.notice.count({ where: { org_id: one.tenant.orgId } })).toBe(LIMITS.notices);
  expect(await pruneNotices(db, Date.now() + 29 * DAY_MS)).toBe(0);
  expect(idsOf(await list(other.owner, other.base))).toEqual([kept]);
  expect(await pruneNotices(db, Date.now() + 31 * DAY_MS)).toBeGreaterThan(LIMITS.notices);
  expect(await db.notice.count()).toBe(0);
});

test("the database holds known topics only", async () => {
  const { tenant, owner } = await open();
  const { pool } = service.services;
  for (const [statement, value] of [
    ["UPDATE member SET alerts = ARRAY[$2] WHERE user_id = $1", "everything"],
    ["UPDATE notice SET topic = $2 WHERE id = $1", "everything"],
  ] as const) {
    const id = statement.includes("member") ? owner.id : await createNotice(service, tenant.orgId);
    await expect(pool.query(statement, [id, value])).rejects.toThrow(/check constraint/);
  }
});
