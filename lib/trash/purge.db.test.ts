import { PrismaPg } from "@prisma/adapter-pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { codeOf } from "@/lib/http/problem";
import { PrismaClient } from "@/prisma/generated/client";
import { eventually } from "@/testing/eventually";
import { whileHeld } from "@/testing/held";
import { startTestService, type TestService } from "@/testing/service";
import { call, contextOf, createTenant } from "@/testing/tenant";
import { createTrashClient, type TrashClient } from "@/testing/trash";

import { purgeItem } from "./purge-trash";

let service: TestService;
let client: TrashClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await createTrashClient(service);
});

test("a user deletes for good, a key does not, and both is in the audit log", async () => {
  await client.put("/a");
  await client.put("/b");
  const [a] = [await client.remove("/a"), await client.remove("/b")];
  for (const route of ["/trash", `/trash/${a}`])
    expect(await client.send("DELETE", route)).toMatchObject({
      status: 403,
      body: { detail: { code: "api_key_forbidden" } },
    });
  await client.purge(a);
  expect((await client.asUser("DELETE", `/trash/${a}`)).status).toBe(404);
  expect(await client.trash()).toEqual(["/b"]);
  await client.purge();
  expect(await client.usage()).toEqual({ bytes: 0, entries: 0, trash_bytes: 0, trash_entries: 0 });
  const target = { target_id: client.id, action: { startsWith: "trash." } };
  const entries = await service.services.db.audit_entry.findMany({
    where: target,
    orderBy: { id: "asc" },
  });
  expect(entries).toMatchObject([
    { action: "trash.item_deleted", details: { item: a }, actor_id: client.user.id },
    { action: "trash.emptied", details: { items: 1 } },
  ]);
});

test.each([
  ["the member is removed", "DELETE FROM member WHERE user_id = $2", "no_grant"],
  ["the session ends", "UPDATE session SET ended_at = now() WHERE user_id = $2", "unauthenticated"],
])("nothing is deleted for good once %s, also of what was asked before", async (_, lose, code) => {
  await client.put("/a");
  const item = await client.remove("/a");
  const lock = `WITH lost AS (${lose}) SELECT FROM filesystem WHERE id = $1 FOR NO KEY UPDATE`;
  const held: [string, unknown[]] = [lock, [client.id, client.user.id]];
  const purge = () =>
    Promise.all(["/trash", `/trash/${item}`].map((route) => client.asUser("DELETE", route)));
  const refused = await whileHeld(service.services.pool, held, purge);
  // Of the two at once the one that is not waiting yet may be refused before it begins.
  expect(refused.every(({ status }) => status >= 400)).toBe(true);
  expect(refused.map(({ body }) => body.detail.code)).toContain(code);
  expect(await client.trash()).toEqual(["/a"]);
});

test("deleting an item may take as long as a statement may, beyond what other transactions may", async () => {
  await client.put("/a");
  const item = await client.remove("/a");
  const { pool } = service.services;
  const transactionOptions = { timeout: 100, maxWait: 10_000 };
  const db = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions });
  const holder = await pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM filesystem WHERE id = $1 FOR UPDATE", [client.id]);
  const ctx = contextOf(service, client.tenant, client.id);
  const purged = purgeItem({ ...ctx, services: { ...ctx.services, db } }, item).catch(codeOf);
  await eventually("a transaction that has waited longer", async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND clock_timestamp() - xact_start > interval '500 ms'`,
    );
    return rowCount === 1;
  });
  await holder.query("COMMIT");
  holder.release();
  expect(await purged).toMatch(/^\d+$/);
  expect(await client.trash()).toEqual([]);
});

test("another tenant: not_found", async () => {
  await client.put("/a");
  const item = await client.remove("/a");
  const other = await createTenant(service);
  for (const [method, route] of [
    ["GET", ""],
    ["POST", `/${item}:restore`],
    ["DELETE", ""],
    ["DELETE", `/${item}`],
  ] as const)
    expect(
      (
        await call(
          service,
          other.key,
          method,
          `${client.base}/trash${route}`,
          method === "POST" ? {} : undefined,
        )
      ).status,
    ).toBe(404);
  const neighbour = await createTrashClient(service, client.tenant);
  expect((await neighbour.restore(item)).status).toBe(404);
  expect((await neighbour.asUser("DELETE", `/trash/${item}`)).status).toBe(404);
});

test("pages of the trash have every item once, the newest first", async () => {
  for (let n = 1; n <= 5; n++) {
    await client.put(`/${n}`);
    await client.remove(`/${n}`);
  }
  const first = await client.send("GET", "/trash?limit=2");
  const { body } = await client.send("GET", `/trash?limit=1000&after=${first.body[1].id}`);
  const paths = [...first.body, ...body].map(({ path }) => path);
  expect(paths).toEqual(["/5", "/4", "/3", "/2", "/1"]);
  expect(first.headers.get("link")).toContain(`after=${first.body[1].id}`);
});
