import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

const put = (path: string) =>
  call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${path}`, "x");
const search = (query = "") =>
  call(service, tenant.key, "GET", `${fs.base}/changes/history?${query}`);
const pathsOf = (page: { events: { path: string }[] }) => page.events.map(({ path }) => path);

/** Adds rows to the history, as `path` makes them from their cursor `n`. */
async function addChanges(count: number, path: string) {
  const { pool } = service.services;
  await pool.query(
    `INSERT INTO change (filesystem_id, cursor, kind, path, origin)
     SELECT $1, n, 'deleted', ${path}, 'api' FROM generate_series(1, $2) n`,
    [fs.id, count],
  );
  await pool.query("UPDATE filesystem SET head = $2, undispatched = true WHERE id = $1", [
    fs.id,
    count,
  ]);
}

test("the newest changes come first, with what is at their paths now and where the feed continues", async () => {
  await put("/d/f");
  await call(service, tenant.key, "DELETE", `${fs.base}/files?path=/d/f`);
  const { body } = await search();
  expect(body).toMatchObject({ cursor: "3", before: null });
  expect(body.events).toMatchObject([
    { type: "deleted", path: "/d/f", other_path: null, file: null, cursor: "3", origin: "api" },
    { type: "created", path: "/d/f", file: null, cursor: "2" },
    { type: "created", path: "/d", file: { path: "/d", type: "directory" }, cursor: "1" },
  ]);
  expect(body.events[0]).toMatchObject({
    author: `key:${tenant.keyId}`,
    at: expect.stringMatching(/Z$/),
  });
});

test("a part of the path and the type are searched for, in any case", async () => {
  for (const path of ["/Überblick/a", "/b", "/%25_"]) await put(path);
  await call(service, tenant.key, "DELETE", `${fs.base}/files?path=/b`);
  expect(pathsOf((await search("query=%C3%BCBER")).body)).toEqual(["/Überblick/a", "/Überblick"]);
  expect(pathsOf((await search("query=/b&type=deleted")).body)).toEqual(["/b"]);
  expect(pathsOf((await search("query=%25_")).body)).toEqual(["/%_"]);
  expect((await search("query=none")).body).toEqual({ events: [], cursor: "5", before: null });
});

test("pages follow one another, and the last one ends where the history does", async () => {
  for (const path of ["/a", "/b", "/c", "/d", "/e"]) await put(path);
  await service.services.db.$queryRaw`SELECT changes_prune(${fs.id}, interval '1 hour', 4, 100)`;
  const first = (await search("limit=2")).body;
  expect([pathsOf(first), first.before]).toEqual([["/e", "/d"], "4"]);
  const last = (await search("limit=2&before=4")).body;
  expect([pathsOf(last), last.before]).toEqual([["/c", "/b"], null]);
});

test("the list continues past a barrier, which is found by both its paths, and has no markers", async () => {
  await put("/before");
  const { db } = service.services;
  await db.$executeRaw`UPDATE filesystem SET head = head + 2, undispatched = true WHERE id = ${fs.id}`;
  await db.$executeRaw`INSERT INTO change (filesystem_id, cursor, kind, path, path2, origin)
    VALUES (${fs.id}, 2, 'barrier', '/from', '/to', 'api'), (${fs.id}, 3, 'marker', NULL, NULL, NULL)`;
  await put("/after");
  expect(pathsOf((await search()).body)).toEqual(["/after", "/from", "/before"]);
  for (const query of ["query=/TO", "query=/from", "type=barrier"])
    expect((await search(query)).body.events).toMatchObject([
      { type: "barrier", path: "/from", other_path: "/to" },
    ]);
});

test("a request examines 100,000 changes and says where the next one continues", async () => {
  await addChanges(100_002, "CASE n WHEN 2 THEN '/in' ELSE '/out/' || n END");
  const first = (await search("query=/in")).body;
  expect(first).toEqual({ events: [], cursor: "100002", before: "3" });
  expect(pathsOf((await search("query=/in&before=3")).body)).toEqual(["/in"]);
});

test("a page ends soon where a long text is looked for in long paths", async () => {
  await addChanges(200, "CASE n WHEN 150 THEN '/b' ELSE '' END || repeat('/a', 2040)");
  const needle = `b${"/a".repeat(1_000)}`;
  const first = (await search(`query=${needle}`)).body;
  expect(first).toEqual({ events: [], cursor: "200", before: "153" });
  const next = (await search(`query=${needle}&before=153`)).body;
  expect([next.events.length, next.events[0].cursor, next.before]).toEqual([1, "150", "105"]);
});

test("a page ends when its paths have 10,000 names together", async () => {
  await addChanges(6, "repeat('/n', 2000)");
  const first = (await search()).body;
  expect([first.events.length, first.before]).toEqual([5, "2"]);
  expect((await search("before=2")).body).toMatchObject({
    events: [{ cursor: "1" }],
    before: null,
  });
});

test.each([
  ["query=", "query", "too_small"],
  ["query=%00", "query", "path_encoding"],
  [`query=${"x".repeat(4_097)}`, "query", "path_too_long"],
  ["type=marker", "type", "enum"],
  ["before=-1", "before", "cursor_format"],
  ["limit=1001", "limit", "too_big"],
])("%#: a bad %j of a search is refused", async (query, field, type) => {
  const { status, body } = await search(query);
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: [{ loc: ["query", field], type }] });
});
