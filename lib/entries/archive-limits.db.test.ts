import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

const send = (method: string, route: string, body?: object) =>
  call(service, tenant.key, method, fs.base + route, body);
const query = async (sql: string, ...values: unknown[]) =>
  (await service.services.pool.query(sql, [fs.id, ...values])).rows;

const measure = (most: number) =>
  query("SELECT entries::int, bytes::int FROM entries_measure($1, '{/ä,/c}', $2)", most);

test("what an archive would name is counted with its parents' names, up to so many entries", async () => {
  await send("POST", "/directories", { path: "/ä/b", parents: true });
  await send("POST", "/directories", { path: "/c" });
  expect(await measure(10)).toEqual([{ entries: 3, bytes: 3 + 5 + 2 }]);
  expect(await measure(1)).toMatchObject([{ entries: 2 }]);
});

test("HEAD of an archive reads nothing of it", async () => {
  await send("PUT", "/files?path=/large", { text: "x".repeat(1_000_000) });
  const read = async () => (await send("GET", "/usage")).body.bytes_read_30d;
  const before = await read();
  const { status, headers } = await send("HEAD", "/archive?path=/large");
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(service.services.openLimits.open().archive).toBe(0);
  expect(await read()).toBe(before);
  expect((await send("GET", "/archive?path=/large")).status).toBe(200);
});

test("paths of more than 16 MiB together are refused before they are made", async () => {
  const long = `/${"x".repeat(255)}`.repeat(15);
  await send("POST", "/directories", { path: long, parents: true });
  // 3,840 bytes and a name of at least 7: 4,500 of them are 16.5 MiB.
  await query(
    `WITH top AS (SELECT (entry_at($1, $2)).id),
      made AS (INSERT INTO node (filesystem_id, type, mode, modified_at, etag, link_target)
        SELECT $1, 'symlink', 511, now(), '"x"', 'x' FROM generate_series(1, 4500) RETURNING id)
    INSERT INTO dirent SELECT $1, top.id, 'link-' || made.id, made.id FROM top, made`,
    long,
  );
  const refused = await send("GET", "/archive?path=/");
  expect([refused.status, refused.body.detail]).toMatchObject([
    409,
    { code: "too_many_entries", message: expect.stringContaining("16 MiB of paths") },
  ]);
  expect((await send("GET", "/archive?path=/c")).status).toBe(200);
});
