import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createSemaphore } from "@/lib/concurrency/semaphore";
import { api } from "@/lib/contract/api";
import { createRandom } from "@/testing/fuzz/random";
import { startTestService, type TestService } from "@/testing/service";
import { STALL_MS } from "@/testing/stall";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

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

const send = (method: string, route: string, body?: object | string) =>
  call(service, tenant.key, method, base + route, body);
const put = (path: string) =>
  send("PUT", `/files?parents=true&path=${encodeURIComponent(path)}`, "text");
// A page goes out as the database made it, so each is held against the contract here.
const list = async (query: string) => {
  const { status, body } = await send("GET", `/entries?${query}`);
  return status === 200 ? api.entries.list.result.parse(body) : body;
};
type Page = { entries: { path: string }[]; cursor: string; next_page_token: string | null };
const pathsOf = (page: Page) => page.entries.map(({ path }) => path);

async function listAll(query: string, between: (page: number) => Promise<unknown> = async () => 0) {
  const paths: string[] = [];
  const cursors = new Set<string>();
  let token: string | null = "";
  for (let n = 0; token !== null; n++) {
    const page: Page = await list(`${query}${token === "" ? "" : `&page_token=${token}`}`);
    paths.push(...pathsOf(page));
    cursors.add(page.cursor);
    token = page.next_page_token;
    await between(n);
  }
  return { paths, cursors };
}

/** Pre-order by name bytes, worked out the slow way. */
const inOrder = (paths: string[]) =>
  paths.toSorted((a, b) =>
    Buffer.compare(
      ...([a, b].map((p) => Buffer.from(p.replaceAll("/", "\0"))) as [Buffer, Buffer]),
    ),
  );

const TREE = [
  "/a/b/c",
  "/a/b.txt",
  "/a-b",
  "/a\u0001",
  "/ä",
  "/Z",
  "/\u{1f30a}/x",
  "/\uffee",
  "/empty/d/",
];

test("every page size gives the same tree in pre-order, a directory before its contents", async () => {
  for (const path of TREE.slice(0, -1)) await put(path);
  await send("POST", "/directories", { path: "/empty/d", parents: true });
  const all = inOrder([...TREE.slice(0, -1), "/empty/d", "/a", "/a/b", "/\u{1f30a}", "/empty"]);
  const whole = await list("path=/&recursive=true");
  expect(pathsOf(whole)).toEqual(all);
  expect(whole).toMatchObject({
    root: { path: "/", type: "directory", size: 0 },
    next_page_token: null,
  });
  for (let limit = 1; limit <= all.length; limit++) {
    const { paths, cursors } = await listAll(`path=/&recursive=true&limit=${limit}`);
    expect(paths).toEqual(all);
    expect([...cursors]).toEqual([whole.cursor]);
  }
  const below = all.filter((path) => path.startsWith("/a/"));
  expect((await listAll("path=/a&recursive=true&limit=1")).paths).toEqual(below);
  expect((await listAll("path=/&limit=2")).paths).toEqual(
    all.filter((path) => path.lastIndexOf("/") === 0),
  );
});

test("directories of any size, among files and deep, come in order and once, however pages cut them", async () => {
  const random = createRandom(7);
  const files = new Set<string>();
  // Few directories and many files: some hold hundreds of entries, some one, and all levels have both.
  for (let n = 0; n < 700; n++) {
    const above = Array.from({ length: random.below(5) }, (_, level) =>
      random.chance(60) ? "n0" : `n${random.below([90, 20, 4, 2][level] ?? 1)}`,
    );
    files.add(`/${[...above, `n${random.below(400)}.f`].join("/")}`);
  }
  const turn = createSemaphore(8);
  await Promise.all([...files].map((path) => turn(() => put(path))));
  const above = [...files].flatMap((path) =>
    path.split("/").map((_, n, names) => names.slice(0, n).join("/")),
  );
  const all = inOrder([...new Set([...files, ...above])].filter((path) => path !== ""));
  for (const limit of [7, 8, 9, 64, 72, 73, 100, 1000])
    expect((await listAll(`path=/&recursive=true&limit=${limit}`)).paths).toEqual(all);
});

test("a file is a root without entries, nothing is an error unless recursive", async () => {
  await put("/a/f");
  expect(await list("path=/a/f&recursive=true")).toMatchObject({
    root: { path: "/a/f", type: "file", size: 4 },
    entries: [],
    cursor: "2",
    next_page_token: null,
  });
  const nothing = { root: null, entries: [], cursor: "2", next_page_token: null };
  expect(await list("path=/none&recursive=true")).toEqual(nothing);
  expect(await list("path=/a/f/x&recursive=true")).toEqual(nothing);
  expect(await list("path=/none")).toMatchObject({ detail: { code: "path_not_found" } });
  expect(await list("path=/a/f/x")).toMatchObject({ detail: { code: "not_a_directory" } });
});

test("tokens of nothing or of another listing are refused", async () => {
  for (const path of TREE) await put(path.replace(/\/$/, ""));
  const { next_page_token: token } = await list("path=/&limit=1");
  for (const query of [
    "path=/&page_token=x",
    `path=/a&page_token=${token}`,
    `path=/&recursive=true&page_token=${token}`,
  ]) {
    expect(await list(query)).toMatchObject({
      detail: [{ loc: ["query", "page_token"], type: "page_token" }],
    });
  }
});

test("pages and the changes after their cursor make the tree, while others move and delete", async () => {
  for (let i = 0; i < 40; i++) await put(`/d${i % 4}/e${i % 8}/f${i}`);
  const writes = [
    () => send("POST", "/files:move", { from: "/d0", to: "/z/d0", parents: true }),
    () => send("DELETE", "/files?path=/d1&recursive=true"),
    () => put("/d2/e2/new"),
    () => send("POST", "/files:move", { from: "/z", to: "/a" }),
    () => send("DELETE", "/files?path=/d2/e6/f6"),
  ];
  const { paths, cursors } = await listAll("path=/&recursive=true&limit=7", async (n) =>
    writes[n]?.(),
  );
  expect(cursors.size).toBe(1);
  const mirror = new Set(paths);
  expect(mirror.size).toBe(paths.length);
  const changes = await service.services.db.change.findMany({
    where: { filesystem_id: id, cursor: { gt: BigInt([...cursors][0]!) } },
    orderBy: { cursor: "asc" },
  });
  for (const { kind, path } of changes) {
    if (kind === "deleted") mirror.delete(path!);
    else mirror.add(path!);
  }
  expect(inOrder([...mirror])).toEqual((await listAll("path=/&recursive=true")).paths);
});

test("a page of a large tree is read by its keys, whatever was planned while it was small", async () => {
  const { pool } = service.services;
  const client = await pool.connect();
  const page =
    "SELECT json_array_length(entries::json) AS n FROM entry_list($1, $2, true, null, 1000)";
  for (let i = 0; i < 10; i++) await client.query(page, [id, "/"]);
  await send("POST", "/directories", { path: "/big" });
  await client.query(
    `WITH top AS (SELECT (entry_at($1, '/big')).id),
      made AS (INSERT INTO node (filesystem_id, type, mode, modified_at, etag, blob_hash)
        SELECT $1, 'file', 420, now(), '"x"', '' FROM generate_series(1, 30000) RETURNING id)
    INSERT INTO dirent SELECT $1, top.id, 'file-' || made.id, made.id FROM top, made`,
    [id],
  );
  const began = performance.now();
  expect((await client.query(page, [id, "/"])).rows).toEqual([{ n: 1000 }]);
  // A scan of the filesystem for every entry would read 30 million rows; by keys it is some 10 ms.
  expect(performance.now() - began).toBeLessThan(STALL_MS);
  client.release();
});
