import { afterAll, beforeAll, expect, test } from "vitest";

import { onBehalfOf } from "@/lib/concurrency/on-behalf-of";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import type { Put } from "./tree-change";
import type { SignedChange } from "./write-entries";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let filesystem: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  filesystem = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

const hash = "ab".repeat(32);
const putOf = (path: string, other: Partial<Put & SignedChange> = {}): SignedChange => ({
  op: "put",
  path,
  parents: false,
  mode: null,
  etag: `"${hash.slice(0, 32)}"`,
  size: 1,
  hash,
  content: null,
  if_match: null,
  if_none_match: null,
  origin: "api",
  author: `key:${tenant.keyId}`,
  credential: tenant.keyId,
  stat: false,
  ...other,
});

/** In how many transactions these were made. */
async function transactionsOf(paths: string[]): Promise<number> {
  const { rows } = await service.services.pool.query<{ count: number }>(
    "SELECT count(DISTINCT xmin::text)::int FROM dirent WHERE filesystem_id = $1 AND name = ANY($2)",
    [filesystem.id, paths.map((path) => path.slice(1))],
  );
  return rows[0]?.count ?? 0;
}

test("what comes together shares a transaction, in order and each with an outcome of its own", async () => {
  const commit = service.services.writeEntry;
  await service.services.pool.query("UPDATE filesystem SET byte_quota = 1000 WHERE id = $1", [
    filesystem.id,
  ]);
  const puts = [
    putOf("/first"),
    putOf("/second"),
    putOf("/second", { if_none_match: ["*"] }),
    putOf("/none/third"),
    putOf("/some/fourth", { parents: true, mode: 0o600 }),
    putOf("/second", { if_match: [`"${hash.slice(0, 32)}"`] }),
    putOf("/fifth", { credential: "key_00000000000000000000000000" }),
    putOf("/quota", { size: 2_000 }),
    putOf("/héllo \"quoted\" \\ '🌊'"),
  ];
  const outcomes = await Promise.all(puts.map((put) => commit(filesystem.id, put)));
  expect(outcomes.map(({ code, created }) => code ?? (created ? "created" : "updated"))).toEqual([
    "created",
    "created",
    "precondition_failed",
    "parent_not_found",
    "created",
    "updated",
    "no_grant",
    "byte_quota_exceeded",
    "created",
  ]);
  const cursors = outcomes.filter(({ code }) => code === null).map(({ cursor }) => Number(cursor));
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
  expect(new Set(cursors).size).toBe(cursors.length);
  expect(await transactionsOf(["/first", "/second", "/héllo \"quoted\" \\ '🌊'"])).toBe(2);
  const { body } = await call(service, tenant.key, "GET", `${filesystem.base}/entries?path=/`);
  expect(body.entries.map((entry: { path: string }) => entry.path)).toEqual(
    expect.arrayContaining(["/first", "/second", "/some", "/héllo \"quoted\" \\ '🌊'"]),
  );
});

test("one that the database cannot do does not take the others with it", async () => {
  const commit = service.services.writeEntry;
  const puts = ["/a", "/b", "/c", "/d"].map((path) =>
    putOf(path, path === "/c" ? { hash: "no" } : {}),
  );
  const outcomes = await Promise.allSettled(puts.map((put) => commit(filesystem.id, put)));
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

const FILESYSTEMS = 40;

async function createFilesystems(): Promise<string[]> {
  const created = Array.from({ length: FILESYSTEMS }, () => createFilesystem(service, tenant));
  return (await Promise.all(created)).map(({ id }) => id);
}

/** Writes one file to each at the same time, as requests of one organisation do. */
const writeEach = (ids: readonly string[], put: (n: number) => SignedChange) =>
  onBehalfOf(tenant.orgId, () => ids.map((id, n) => service.services.writeEntry(id, put(n))));

test("uploads of one asker to many filesystems share transactions, each with its own outcome", async () => {
  const ids = await createFilesystems();
  const written = await Promise.all(
    writeEach(ids, (n) => putOf(n === 30 ? "/none/file" : "/file")),
  );
  expect(written.map(({ code }) => code)).toEqual(
    ids.map((_, n) => (n === 30 ? "parent_not_found" : null)),
  );
  const { rows } = await service.services.pool.query<{ id: string; xmin: string }>(
    "SELECT filesystem_id AS id, xmin::text FROM dirent WHERE filesystem_id = ANY($1)",
    [ids],
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSpliced(30, 1).toSorted());
  // Two begin at once, and what is left waits for them.
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThanOrEqual(8);
});

test("a filesystem that someone else is writing does not keep the uploads to others", async () => {
  const ids = await createFilesystems();
  const other = await service.services.pool.connect();
  try {
    await other.query("BEGIN");
    await other.query("SELECT FROM filesystem WHERE id = $1 FOR NO KEY UPDATE", [ids[20]]);
    const writes = writeEach(ids, () => putOf("/file"));
    const others = await Promise.all(writes.toSpliced(20, 1));
    expect(others.map(({ code }) => code)).toEqual(others.map(() => null));
    await other.query("COMMIT");
    expect((await writes[20])?.code).toBeNull();
  } finally {
    await other.query("ROLLBACK");
    other.release();
  }
});

test("one that the database cannot do does not take those of other filesystems with it", async () => {
  const ids = await createFilesystems();
  const outcomes = await Promise.allSettled(
    writeEach(ids, (n) => putOf("/file", n === 20 ? { hash: "no" } : {})),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    ids.map((_, n) => (n === 20 ? "rejected" : "fulfilled")),
  );
});
