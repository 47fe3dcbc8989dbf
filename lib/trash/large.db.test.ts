import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { newId } from "@/lib/ids";
import { asOwner } from "@/testing/database";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { createTrashClient, type TrashClient } from "@/testing/trash";

let service: TestService;
let client: TrashClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await createTrashClient(service);
});

const query = async (sql: string, ...values: unknown[]) =>
  (await service.services.pool.query(sql, [client.id, ...values])).rows;
const changes = () =>
  query(`SELECT kind, count(*)::int FROM change WHERE filesystem_id = $1 AND cursor > 1 GROUP BY kind
    ORDER BY min(cursor)`);

/** Makes `/big` with so many files in it, as if they had come one by one. */
async function makeBig(files: number): Promise<void> {
  await client.send("POST", "/directories", { path: "/big" });
  await query(
    `WITH top AS (SELECT (entry_at($1, '/big')).id),
      made AS (INSERT INTO node (filesystem_id, type, mode, modified_at, etag, size, blob_hash)
        SELECT $1, 'file', 420, now(), '"x"', 2, sha256(i::text::bytea) FROM generate_series(1, $2::int) i
        RETURNING id)
    INSERT INTO dirent SELECT $1, top.id, 'file-' || made.id, made.id FROM top, made`,
    files,
  );
  await query(
    "UPDATE filesystem SET entries = $2 + 1, retained_bytes = $2 * 2 WHERE id = $1",
    files,
  );
}

const remove = (item: string) =>
  query("SELECT code FROM entry_remove($1, '/big', true, NULL, 'api', $2)", item);
const restore = (item: string) =>
  query("SELECT code FROM entry_restore($1, $2, NULL, false, 'api')", item);

test.each([
  [
    99_999,
    [
      { kind: "deleted", count: 100_000 },
      { kind: "created", count: 100_000 },
    ],
  ],
  [100_000, [{ kind: "barrier", count: 2 }]],
])("a directory of %i files goes to the trash and comes back", async (files, expected) => {
  await query("SELECT set_config('tidemark.author', 'key:test', false) WHERE $1 <> ''");
  await makeBig(files);
  const item = newId("trash");
  expect(await remove(item)).toEqual([{ code: null }]);
  const held = { bytes: 2 * files, entries: files + 1 };
  const trashed = { trash_bytes: held.bytes, trash_entries: held.entries };
  expect(await client.usage()).toEqual({ ...held, ...trashed });
  expect(await restore(item)).toEqual([{ code: null }]);
  expect(await changes()).toEqual(expected);
  expect(await client.usage()).toEqual({ ...held, trash_bytes: 0, trash_entries: 0 });
  await remove(item);
  await client.purge();
  expect(await client.usage()).toEqual({ bytes: 0, entries: 0, trash_bytes: 0, trash_entries: 0 });
});

// A million take longer than other transactions may.
const MANY = repeats(10_000, 1_000_000);
test(`an item of ${MANY} files is deleted permanently`, { timeout: 600_000 }, async () => {
  await query("SELECT set_config('tidemark.author', 'key:test', false) WHERE $1 <> ''");
  await makeBig(MANY - 1);
  const item = newId("trash");
  await remove(item);
  expect((await client.asUser("DELETE", `/trash/${item}`)).status).toBe(204);
  expect(await client.usage()).toEqual({ bytes: 0, entries: 0, trash_bytes: 0, trash_entries: 0 });
});

test("of everyone who restores or purges an item at once, one does", async () => {
  for (let round = 0; round < 10; round++) {
    await client.put("/d/f", "content");
    const item = await client.remove("/d");
    const responses = await Promise.all([
      client.restore(item),
      client.asUser("DELETE", `/trash/${item}`),
      client.restore(item, { to: "/e" }),
      client.asUser("DELETE", "/trash"),
      client.send("DELETE", "/files?path=/d&recursive=true"),
    ]);
    const [first, purged, second] = responses.map(({ status }) => status < 300);
    expect([first, purged, second].filter(Boolean).length).toBeLessThanOrEqual(1);
    await client.usage();
    for (const path of ["/d", "/e"])
      await client.send("DELETE", `/files?path=${path}&recursive=true`);
    await client.purge();
  }
  expect(await client.usage()).toEqual({ bytes: 0, entries: 0, trash_bytes: 0, trash_entries: 0 });
});

test("lists and purges of a trash of 20,000 items use its key", async () => {
  await query(`INSERT INTO trash_item (filesystem_id, id, parent_id, path, type, entries, bytes, deleted_by)
    SELECT $1, 'trash_' || lpad(i::text, 26, '0'), nextval('node_id'), '/f', 'file', 1, 1, 'key:test'
    FROM generate_series(1, 20000) i`);
  await asOwner(service, "ANALYZE trash_item");
  const plan = await query(`EXPLAIN SELECT * FROM trash_item WHERE filesystem_id = $1
    AND ('trash_5' IS NULL OR id < 'trash_5') ORDER BY id DESC LIMIT 100`);
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toContain("trash_item_pkey");
  expect(text).not.toContain("Sort");
  await query("DELETE FROM trash_item WHERE filesystem_id = $1");
});
