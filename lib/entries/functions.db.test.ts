import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { startTestService, type TestService } from "@/testing/service";
import { createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let id: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ id } = await createFilesystem(service, tenant));
});

const query = async (sql: string, values: unknown[] = []) =>
  (await service.services.pool.query(sql, values)).rows;
const put = async (path: string, size = 1) =>
  (
    await query(
      `SELECT * FROM entries_apply($1, jsonb_build_array(jsonb_build_object('op', 'put', 'path', $2::text,
        'parents', true, 'etag', '"e"', 'size', $3::int, 'hash', encode(sha256(''), 'hex'), 'origin', 'api',
        'credential', $4::text)))`,
      [id, path, size, tenant.keyId],
    )
  )[0];

/** Makes `/big` with so many files in it, as if they had come one by one. */
async function makeBig(files: number) {
  await query("SELECT entry_mkdir($1, '/big', false, 493, 'api')", [id]);
  await query(
    `WITH top AS (SELECT (entry_at($1, '/big')).id),
      made AS (INSERT INTO node (filesystem_id, type, mode, modified_at, etag, size, blob_hash)
        SELECT $1, 'file', 420, now(), '"x"', 2, sha256('') FROM generate_series(1, $2::int) RETURNING id)
    INSERT INTO dirent SELECT $1, top.id, 'file-' || made.id, made.id FROM top, made`,
    [id, files],
  );
  await query("UPDATE filesystem SET entries = $2 + 1, retained_bytes = $2 * 2 WHERE id = $1", [
    id,
    files,
  ]);
}

const summary = () =>
  query(
    `SELECT kind, count(*)::int, min(cursor)::int, max(cursor)::int, max(path2) AS path2 FROM change
    WHERE filesystem_id = $1 AND cursor > 1 GROUP BY kind ORDER BY min(cursor)`,
    [id],
  );

test("cursors have no gaps and follow the commits under 16 writers", async () => {
  const cursors: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let i = 0; i < 25; i++) {
        const path = i % 5 === 4 ? `/shared/${i}` : `/w${writer}/${i}/f`;
        cursors.push(Number((await put(path)).cursor));
      }
    }),
  );
  const rows = await query(
    "SELECT cursor, path FROM change WHERE filesystem_id = $1 ORDER BY cursor",
    [id],
  );
  expect(rows.map(({ cursor }) => cursor)).toEqual(rows.map((_, i) => i + 1));
  expect(new Set(cursors).size).toBe(16 * 25);
  const [row] = await query("SELECT head, undispatched, entries FROM filesystem WHERE id = $1", [
    id,
  ]);
  expect(row).toEqual({
    head: rows.length,
    undispatched: true,
    entries: 16 * (1 + 20 * 2) + 1 + 5,
  });
});

test("a move of 50,000 entries is 100,000 events", async () => {
  await makeBig(49_999);
  await query("SELECT entry_move($1, '/big', '/bag', false, false, null, 'api')", [id]);
  expect(await summary()).toEqual([
    { kind: "deleted", count: 50_000, min: 2, max: 50_001, path2: null },
    { kind: "created", count: 50_000, min: 50_002, max: 100_001, path2: null },
  ]);
});

test("one event more is a barrier with both paths, and the tree is moved all the same", async () => {
  await makeBig(49_999);
  const [moved] = await query(
    "SELECT * FROM entry_move($1, '/big', '/made/big', false, true, null, 'api')",
    [id],
  );
  expect(moved).toMatchObject({ code: null, cursor: 2, info: { path: "/made/big" } });
  expect(await summary()).toEqual([
    { kind: "barrier", count: 1, min: 2, max: 2, path2: "/made/big" },
  ]);
  const [row] = await query(
    "SELECT head, entries, entry_info(id, '/made/big') AS info FROM filesystem WHERE id = $1",
    [id],
  );
  expect(row).toMatchObject({ head: 2, entries: 50_001, info: { type: "directory" } });
});

test.each([
  [
    49_998,
    [
      { kind: "deleted", count: 50_000, min: 3, max: 50_002, path2: null },
      { kind: "created", count: 50_000, min: 50_003, max: 100_002, path2: null },
    ],
  ],
  [49_999, [{ kind: "barrier", count: 1, min: 3, max: 3, path2: "/f" }]],
])("exchanging a directory of %i files with a file", async (files, changes) => {
  await makeBig(files);
  await put("/f");
  await query("DELETE FROM change WHERE filesystem_id = $1", [id]);
  const [exchanged] = await query("SELECT * FROM entry_exchange($1, '/big', '/f', null, 'api')", [
    id,
  ]);
  expect(exchanged).toMatchObject({ code: null, cursor: changes.at(-1)!.max });
  expect(await summary()).toEqual(changes);
  const [found] = await query("SELECT entry_info($1, '/big') AS big, entry_info($1, '/f') AS f", [
    id,
  ]);
  expect(found).toMatchObject({ big: { type: "file" }, f: { type: "directory" } });
});

test.each([
  [99_999, { kind: "deleted", count: 100_000, min: 2, max: 100_001, path2: null }],
  [100_000, { kind: "barrier", count: 1, min: 2, max: 2, path2: null }],
])("deleting a directory of %i files", async (files, changes) => {
  await makeBig(files);
  await query("SELECT entry_remove($1, '/big', true, null, 'api', null)", [id]);
  expect(await summary()).toEqual([changes]);
  expect(
    await query(
      `SELECT f.head, f.entries, f.retained_bytes,
        (SELECT count(*)::int FROM dirent d WHERE d.filesystem_id = f.id) AS names,
        (SELECT count(*)::int FROM node n WHERE n.filesystem_id = f.id) AS nodes
      FROM filesystem f WHERE f.id = $1`,
      [id],
    ),
  ).toEqual([{ head: changes.max, entries: 0, retained_bytes: 0, names: 0, nodes: 1 }]);
});

test.each([
  [99_998, { kind: "created", count: 100_000, min: 2, max: 100_001, path2: null }],
  [99_999, { kind: "barrier", count: 1, min: 2, max: 2, path2: null }],
])("copying a directory of %i files below a new one", async (files, changes) => {
  await makeBig(files);
  const [copied] = await query(
    "SELECT * FROM entry_copy($1, '/big', '/made/big', false, true, null, 'api', $2)",
    [id, files + 1],
  );
  const info = { path: "/made/big", type: "directory" };
  expect(copied).toMatchObject({ code: null, cursor: changes.max, info });
  expect(await summary()).toEqual([changes]);
  expect(
    await query(
      `SELECT head, entries, retained_bytes, (SELECT path FROM change WHERE filesystem_id = id AND cursor = head)
      FROM filesystem WHERE id = $1`,
      [id],
    ),
  ).toEqual([
    {
      head: changes.max,
      entries: 2 * (files + 1) + 1,
      retained_bytes: 4 * files,
      path: expect.stringMatching(changes.kind === "barrier" ? "^/made/big$" : "^/made/big/file-"),
    },
  ]);
  const names = (top: string) =>
    query(
      `SELECT count(DISTINCT t.node_id)::int AS nodes, md5(string_agg(t.path, '/' ORDER BY t.key)) AS paths
      FROM entry_tree($1, (entry_at($1, $2)).id) t`,
      [id, top],
    );
  expect(await names("/made/big")).toEqual(await names("/big"));
});

test("a copy that would make a path longer than 4,096 bytes is refused", async () => {
  const deep = "/d".repeat(2000);
  await query("SELECT entry_mkdir($1, $2, true, 493, 'api')", [id, `/a${deep}`]);
  const copy = async (to: string) =>
    (
      await query("SELECT * FROM entry_copy($1, '/a', $2, false, false, null, 'api', 5000)", [
        id,
        to,
      ])
    )[0];
  const longest = `/${"b".repeat(4096 - deep.length - 1)}`;
  expect(await copy(`${longest}b`)).toMatchObject({ code: "path_too_long" });
  expect(await copy(longest)).toMatchObject({ code: null, cursor: 2 * 2001 });
});

test("a move that would push a descendant past 4,096 bytes is refused", async () => {
  const deep = "/d".repeat(2000);
  await query("SELECT entry_mkdir($1, $2, true, 493, 'api')", [id, `/a${deep}`]);
  const move = async (to: string) =>
    (await query("SELECT * FROM entry_move($1, '/a', $2, false, false, null, 'api')", [id, to]))[0];
  const longest = `/${"b".repeat(4096 - deep.length - 1)}`;
  expect(await move(`${longest}b`)).toMatchObject({ code: "path_too_long" });
  expect(await move(longest)).toMatchObject({ code: null, cursor: 3 * 2001 });
  const [row] = await query("SELECT entry_info($1, $2) AS info", [id, longest + deep]);
  expect(row).toMatchObject({ info: { type: "directory" } });
});

test("so is an exchange that would, whichever of the two it is", async () => {
  const deep = "/d".repeat(2000);
  const longest = `/${"b".repeat(200)}`;
  await query("SELECT entry_mkdir($1, $2, true, 493, 'api')", [id, `/a${deep}`]);
  await put(longest);
  for (const [from, to] of [
    ["/a", longest],
    [longest, "/a"],
  ])
    expect(
      await query("SELECT code FROM entry_exchange($1, $2, $3, null, 'api')", [id, from, to]),
    ).toEqual([{ code: "path_too_long" }]);
});

test("a node goes with its last name, and so do its bytes", async () => {
  for (const path of ["/a/one", "/a/two", "/other"]) await put(path, 10);
  await query(
    "SELECT entry_link($1, '/other', '/a/three', 'api'), entry_link($1, '/a/one', '/a/four', 'api')",
    [id],
  );
  await put("/a/three", 15);
  const nodes = () =>
    query(
      `SELECT f.entries, f.retained_bytes AS bytes, (entry_at(id, '/other')).nlink, (entry_at(id, '/other')).size
      FROM filesystem f WHERE f.id = $1`,
      [id],
    );
  expect(await nodes()).toEqual([{ entries: 4, bytes: 35, nlink: 2, size: 15 }]);
  await query("SELECT entry_remove($1, '/a', true, null, 'api', null)", [id]);
  expect(await nodes()).toEqual([{ entries: 1, bytes: 15, nlink: 1, size: 15 }]);
  const left = await query("SELECT count(*)::int FROM node WHERE filesystem_id = $1", [id]);
  expect(left).toEqual([{ count: 2 }]);
  await query("SELECT entry_remove($1, '/other', false, null, 'api', null)", [id]);
  expect(await query("SELECT entries, retained_bytes FROM filesystem WHERE id = $1", [id])).toEqual(
    [{ entries: 0, retained_bytes: 0 }],
  );
});

test("entry_info is what exists at a path now, or null", async () => {
  await put("/a/b");
  const info = async (path: string) =>
    (await query("SELECT entry_info($1, $2) AS info", [id, path]))[0]?.info;
  expect(await info("/a/b")).toEqual({
    path: "/a/b",
    type: "file",
    size: 1,
    etag: '"e"',
    modified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(await info("/")).toMatchObject({ path: "/", type: "directory", size: 0 });
  expect(await info("/a/b/c")).toBeNull();
  expect(await info("/b")).toBeNull();
  const nowhere = await query("SELECT entry_info($1, '/') AS info", [newId("fs")]);
  expect(nowhere).toEqual([{ info: null }]);
});

test("a key that was revoked, has expired or lost its grant cannot commit", async () => {
  const { db } = service.services;
  const where = { id: tenant.keyId };
  await db.api_key.update({ where, data: { expires_at: new Date(Date.now() - 1) } });
  expect(await put("/f")).toMatchObject({ code: "no_grant", cursor: null });
  await db.api_key.update({ where, data: { expires_at: null, revoked_at: new Date() } });
  expect(await put("/f")).toMatchObject({ code: "no_grant", cursor: null });
  await db.api_key.update({ where, data: { revoked_at: null } });
  expect(await put("/f")).toMatchObject({ code: null, cursor: 1 });
  await db.filesystem_grant.deleteMany({ where: { filesystem_id: id } });
  expect(await put("/f")).toMatchObject({ code: "no_grant", cursor: null });
});

test("entry_put of the release before asks for access itself", async () => {
  const statement =
    "SELECT * FROM entry_put($1, '/f', false, null, 'x', 1, sha256(''), null, null, 'api', $2)";
  const putOnce = async (credential: string) => (await query(statement, [id, credential]))[0];
  expect(await putOnce(newId("key"))).toMatchObject({ code: "no_grant", cursor: null });
  expect(await putOnce(tenant.keyId)).toMatchObject({ code: null, cursor: 1, created: true });
  const twice = { code: null, cursor: 2, created: false, info: { path: "/f", size: 1 } };
  expect(await putOnce(tenant.keyId)).toMatchObject(twice);
});
