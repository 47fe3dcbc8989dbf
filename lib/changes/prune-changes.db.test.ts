import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { ageHistory } from "@/testing/history";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { pruneChanges } from "./prune-changes";

let service: TestService;
let tenant: { orgId: string; key: string };
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

const put = (name: string) =>
  call(service, tenant.key, "PUT", `${base}/files?path=/${name}`, "content");
const prune = () => pruneChanges(service.services.db, { ms: 3_600_000, rows: 100_000, step: 2 });

const age = () => ageHistory(service.services.db, id);

const history = async () => {
  const { db } = service.services;
  const { history_since } = await db.filesystem.findUniqueOrThrow({ where: { id } });
  const kept = await db.change.findMany({
    where: { filesystem_id: id },
    orderBy: { cursor: "asc" },
  });
  return { since: history_since, kept };
};

test("a filesystem that is locked for long does not hold up the pruning of others", async () => {
  const locked = id;
  await put("a");
  await age();
  ({ id, base } = await createFilesystem(service, tenant));
  await put("b");
  await age();
  const holder = await service.services.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM filesystem WHERE id = $1 FOR UPDATE", [locked]);
  expect(await prune()).toBe(1);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await prune()).toBe(1);
});

test("spec 6.3: a filesystem is due for pruning when its oldest change is, and not before", async () => {
  for (const name of ["a", "b", "c"]) await put(name);
  expect(await prune()).toBe(0);
  await age();
  await put("d");
  expect(await prune()).toBe(3);
  const { since, kept } = await history();
  expect(kept.map(({ path }) => path)).toEqual(["/d"]);
  expect(since).toEqual(kept[0]?.at);
  await age();
  expect(await prune()).toBe(1);
  expect(await history()).toEqual({ since: null, kept: [] });
  await put("e");
  await age();
  expect(await prune()).toBe(1);
});

test("spec 6.3: a change that is written while its filesystem is pruned is pruned later", async () => {
  await put("a");
  await age();
  const { db } = service.services;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = ${id}`;
    await tx.$executeRaw`
      INSERT INTO change (filesystem_id, cursor, kind, path) SELECT id, head, 'created', '/b' FROM filesystem WHERE id = ${id}`;
    expect(await prune()).toBe(0);
  });
  expect(await prune()).toBe(1);
  await age();
  expect(await prune()).toBe(1);
});
