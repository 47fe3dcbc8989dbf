import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService({
    env: { MAX_COPY_ENTRIES: "20", FILESYSTEM_ENTRY_QUOTA: "50" },
  });
  tenant = await createTenant(service);
});
afterAll(() => service.close());

const post = (route: string, body: object) => call(service, tenant.key, "POST", route, body);

async function state(id: string) {
  const { rows } = await service.services.pool.query(
    `SELECT head, entries, (SELECT count(*)::int FROM node n WHERE n.filesystem_id = f.id) AS nodes,
       (SELECT count(*)::int FROM change c WHERE c.filesystem_id = f.id) AS changes FROM filesystem f WHERE id = $1`,
    [id],
  );
  return rows[0];
}

/** A filesystem with a directory `/d` of so many entries, itself counted. */
async function openWith(entries: number) {
  const fs = await createFilesystem(service, tenant);
  for (const path of ["/d", ...Array.from({ length: entries - 1 }, (_, n) => `/d/${n}`)])
    expect((await post(`${fs.base}/directories`, { path })).status).toBe(201);
  return { ...fs, copy: (from: string, to: string) => post(`${fs.base}/files:copy`, { from, to }) };
}

test("a tree that doubles by each copy stops at the most entries of one copy, and nothing is written", async () => {
  const { id, base, copy } = await openWith(6);
  expect((await copy("/d", "/d2")).status).toBe(200);
  expect((await post(`${base}/files:move`, { from: "/d2", to: "/d/a" })).status).toBe(200);
  expect((await copy("/d", "/d2")).status).toBe(200);
  expect((await post(`${base}/files:move`, { from: "/d2", to: "/d/b" })).status).toBe(200);
  const before = await state(id);
  const refused = await copy("/d", "/d2");
  expect(refused).toMatchObject({
    status: 409,
    body: { detail: { code: "too_many_entries", limit: 20 } },
  });
  expect(refused.body.detail.message).toContain("at most 20 entries");
  expect(await state(id)).toEqual(before);
  // Moving and deleting it cost little, and have no such limit.
  expect((await post(`${base}/files:move`, { from: "/d", to: "/e" })).status).toBe(200);
  const all = `${base}/files?path=/e&recursive=true`;
  expect((await call(service, tenant.key, "DELETE", all)).status).toBeLessThan(300);
});

test("a directory of exactly as many entries is copied, until the quota of the filesystem", async () => {
  const { id, copy } = await openWith(20);
  expect((await copy("/d", "/e")).status).toBe(200);
  const before = await state(id);
  expect(await copy("/d", "/f")).toMatchObject({
    status: 409,
    body: { detail: { code: "entry_quota_exceeded" } },
  });
  expect(await state(id)).toEqual(before);
  expect(before).toMatchObject({ entries: 40 });
});
