import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { createUsageCounter } from "./usage-counter";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let id: string;
let base: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ id, base } = await createFilesystem(service, tenant));
});

const send = (method: string, route: string, body?: string | object, headers = {}) =>
  call(service, tenant.key, method, base + route, body, headers);
const carried = async () => {
  await service.services.usage.flush();
  const { body } = await send("GET", "/usage");
  return [body.bytes_read_30d, body.bytes_written_30d];
};
const query = async (sql: string, values: unknown[]) =>
  (await service.services.pool.query(sql, values)).rows;

test("usage of a fresh filesystem, and its quotas", async () => {
  const traffic = { bytes_read_30d: 0, bytes_written_30d: 0, last_change_at: null };
  const trash = { trash_bytes: 0, trash_entries: 0 };
  const nothing = { retained_bytes: 0, entries: 0, ...trash, ...traffic };
  const unlimited = { byte_quota: null, entry_quota: null };
  expect(await send("GET", "/usage")).toMatchObject({
    status: 200,
    body: { ...nothing, ...unlimited },
  });
  await query("UPDATE filesystem SET byte_quota = 7, entry_quota = 5000000000 WHERE id = $1", [id]);
  const { body } = await send("GET", "/usage");
  expect(body).toEqual({ ...nothing, byte_quota: 7, entry_quota: 5_000_000_000 });
});

test("contents that were written and those that were read are counted, and only those", async () => {
  await send("PUT", "/files?path=/f", "0123456789");
  expect(await carried()).toEqual([0, 10]);
  const { last_change_at: changedAt } = (await send("GET", "/usage")).body;
  expect(Math.abs(Date.now() - Date.parse(changedAt))).toBeLessThan(60_000);
  const { body } = await send("GET", "/files?path=/f");
  expect(body).toBe("0123456789");
  await send("GET", "/files?path=/f", undefined, { range: "bytes=2-4" });
  expect(await carried()).toEqual([13, 10]);
});

test("what carries no content changes nothing: refusals, HEAD, 304, the tree, the feed", async () => {
  const { etag } = (await send("PUT", "/files?path=/f", "0123456789")).body;
  await send("PUT", "/files?path=/none/f", "01234");
  await send("PUT", "/files?path=/f", "01234", { "if-match": '"x"' });
  await send("HEAD", "/files?path=/f");
  await send("GET", "/files?path=/f", undefined, { "if-none-match": etag });
  await send("GET", "/files?path=/f", undefined, { range: "bytes=10-" });
  await send("POST", "/files:copy", { from: "/f", to: "/g" });
  await send("GET", "/files:stat?path=/f");
  await send("GET", "/entries?path=/&recursive=true");
  expect((await send("GET", "/changes?cursor=0")).body.events).toHaveLength(2);
  expect((await send("GET", "/usage")).body.retained_bytes).toBe(20);
  expect(await carried()).toEqual([0, 10]);
});

test("counts reach the table by themselves, and do not lose each other", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => send("PUT", `/files?path=/f${i}`, "0123456789")),
  );
  await eventually("the counts are written", async () => {
    const { body } = await send("GET", "/usage");
    return body.bytes_written_30d === 200;
  });
});

test("the history has each of the days, oldest first and today last", async () => {
  await query(
    `INSERT INTO usage_day SELECT $1, (now() AT TIME ZONE 'UTC')::date - i, i, 1000 * i
    FROM unnest(ARRAY[0, 1, 29, 30, 364, 365]) i`,
    [id],
  );
  const { body } = await send("GET", "/usage/history");
  expect(body).toHaveLength(30);
  const [today] = await query("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date", []);
  expect(body.at(-1)).toEqual({ ...today, bytes_read: 0, bytes_written: 0 });
  expect(body.at(-2)).toMatchObject({ bytes_read: 1, bytes_written: 1000 });
  expect(body[0]).toMatchObject({ bytes_read: 29, bytes_written: 29_000 });
  expect(body.map(({ date }: { date: string }) => date)).toEqual(
    Array.from({ length: 30 }, (_, i) =>
      new Date(Date.parse(today.date) - (29 - i) * 86_400_000).toISOString().slice(0, 10),
    ),
  );
  expect(await carried()).toEqual([30, 30_000]);
  const days = async (count: string) => (await send("GET", `/usage/history?days=${count}`)).body;
  expect(await days("1")).toEqual([body.at(-1)]);
  expect((await days("365"))[0]).toMatchObject({ bytes_read: 364 });
  for (const wrong of ["0", "366", "1.5", "x"])
    expect(await days(wrong)).toMatchObject({ code: "validation_error" });
});

test("closing writes the rest; deleted filesystems are left out", async () => {
  const { pool } = service.services;
  const counter = createUsageCounter(pool);
  counter.add(id, { written: 3 });
  counter.add(newId("fs"), { read: 5 });
  counter.add(id, { read: 7 });
  await counter.close();
  counter.add(id, { read: 100 });
  await counter.flush();
  expect(await carried()).toEqual([7, 3]);
});

test("counts survive a database that is away, and never fail who counts", async () => {
  const pool = new Pool({ connectionString: "postgres://127.0.0.1:1/none" });
  let away = true;
  const sometimes = {
    query: (text: string, values: unknown[]) =>
      (away ? pool : service.services.pool).query(text, values),
  };
  const counter = createUsageCounter(sometimes, 60_000);
  counter.add(id, { written: 3 });
  await counter.flush();
  counter.add(id, { written: 4 });
  expect(await carried()).toEqual([0, 0]);
  away = false;
  await counter.flush();
  await counter.flush();
  expect(await carried()).toEqual([0, 7]);
  await pool.end();
});

test("two processes may count the same filesystems at once", async () => {
  const others = await Promise.all(
    Array.from({ length: 5 }, () => createFilesystem(service, tenant)),
  );
  const ids = [id, ...others.map((other) => other.id)];
  const counters = Array.from({ length: 4 }, () => createUsageCounter(service.services.pool));
  for (let turn = 0; turn < 10; turn++) {
    for (const [i, counter] of counters.entries())
      for (const name of i % 2 === 0 ? ids : ids.toReversed()) counter.add(name, { read: 1 });
    await Promise.all(counters.map((counter) => counter.flush()));
  }
  await Promise.all(counters.map((counter) => counter.close()));
  const rows = await query("SELECT bytes_read FROM usage_day WHERE filesystem_id = ANY ($1)", [
    ids,
  ]);
  expect(rows).toEqual(ids.map(() => ({ bytes_read: 40 })));
});
