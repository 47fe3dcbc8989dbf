import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import type { Put } from "./tree-change";
import { createWriteEntry, type SignedChange } from "./write-entries";

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
  const commit = createWriteEntry(service.services.writeEntries, service.services.tracing);
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
  const commit = createWriteEntry(service.services.writeEntries, service.services.tracing);
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
