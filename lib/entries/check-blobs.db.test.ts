import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { longText } from "@/testing/blobs";
import { asOwner } from "@/testing/database";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { checkBlobs } from "./check-blobs";

let service: TestService;
let tenant: { orgId: string; key: string };
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
const location = (content: string) => {
  const hex = sha256(content);
  return path.join(service.services.settings.dataDir, "blobs", hex.slice(0, 2), hex.slice(2));
};

// Each test begins with two filesystems that share a content, and nothing wrong.
let first: { id: string; base: string };
let second: { id: string; base: string };
beforeEach(async () => {
  await asOwner(service, "TRUNCATE filesystem, node, dirent, trash_item, content CASCADE");
  first = await createFilesystem(service, tenant);
  second = await createFilesystem(service, tenant);
  for (const { base } of [first, second]) await put(base, "shared", BOTH);
  await put(first.base, "dir/small", "a row");
  await put(first.base, "dir/own", OWN);
});

const put = (base: string, name: string, content: string) =>
  call(service, tenant.key, "PUT", `${base}/files?path=/${name}&parents=true`, content);
const BOTH = longText("in both");
const OWN = longText("in one");
const SIZE = OWN.length;

const check = (report: (contents: number, bytes: number) => void = () => undefined) =>
  checkBlobs(service.services, report);

test("a sound store is read once per content, with progress", async () => {
  const reported: number[][] = [];
  expect(await check((...progress) => reported.push(progress))).toEqual({
    contents: 3,
    bytes: 2 * SIZE + 5,
    faults: [],
    counters: [],
  });
  expect(reported).toEqual([
    [1, 5],
    [3, 2 * SIZE + 5],
  ]);
});

test("every content is read, also behind the first batch", async () => {
  for (let i = 0; i < 210; i++) await put(first.base, `many/${i}`, longText(`number ${i}`));
  rmSync(location(longText("number 209")));
  expect(await check()).toMatchObject({
    contents: 213,
    faults: [{ sha256: sha256(longText("number 209")), fault: "missing" }],
  });
});

test("a missing and a damaged content are named with their filesystems", async () => {
  rmSync(location(BOTH));
  writeFileSync(location(OWN), OWN.toUpperCase());
  const { faults, counters } = await check();
  const byFault = faults.toSorted((a, b) => a.fault.localeCompare(b.fault));
  expect(byFault).toEqual([
    { sha256: sha256(OWN), fault: "damaged", filesystems: [first.id] },
    {
      sha256: sha256(BOTH),
      fault: "missing",
      filesystems: [first.id, second.id].toSorted(),
    },
  ]);
  expect(counters).toEqual([]);
});

test("a content that the disk does not give out is a finding, not the end", async () => {
  rmSync(location(OWN));
  mkdirSync(location(OWN));
  expect((await check()).faults).toEqual([
    { sha256: sha256(OWN), fault: "unreadable", filesystems: [first.id] },
  ]);
  rmSync(location(OWN), { recursive: true });
});

test("a store that is away is no finding", async () => {
  const blobs = path.join(service.services.settings.dataDir, "blobs");
  renameSync(blobs, `${blobs}-away`);
  await expect(check()).rejects.toMatchObject({ code: "ENOENT" });
  renameSync(`${blobs}-away`, blobs);
});

test("a node that says another size, and counters that are not the sum, are named", async () => {
  const { db } = service.services;
  await db.$executeRaw`UPDATE node SET size = 7 WHERE filesystem_id = ${first.id}
    AND blob_hash = decode(${sha256(OWN)}, 'hex')`;
  await db.$executeRaw`UPDATE filesystem SET entries = 5 WHERE id = ${second.id}`;
  const { faults, counters } = await check();
  expect(faults).toEqual([{ sha256: sha256(OWN), fault: "wrong_size", filesystems: [first.id] }]);
  const noTrash = { trash_bytes: 0, bytes_in_trash: 0, trash_entries: 0, nodes_in_trash: 0 };
  const expected = [
    {
      ...noTrash,
      broken: 0,
      filesystem: first.id,
      retained_bytes: 2 * SIZE + 5,
      bytes_of_nodes: SIZE + 12,
      entries: 4,
      nodes: 4,
    },
    {
      ...noTrash,
      broken: 0,
      filesystem: second.id,
      retained_bytes: SIZE,
      bytes_of_nodes: SIZE,
      entries: 5,
      nodes: 1,
    },
  ];
  expect(counters).toEqual(expected.toSorted((a, b) => (a.filesystem < b.filesystem ? -1 : 1)));
});

test("so are those of the trash, and a node whose names are not what it counts", async () => {
  const { db } = service.services;
  await call(service, tenant.key, "DELETE", `${first.base}/files?path=/dir&recursive=true`);
  expect((await check()).counters).toEqual([]);
  await db.$executeRaw`UPDATE filesystem SET trash_bytes = 1 WHERE id = ${first.id}`;
  await db.$executeRaw`UPDATE node SET nlink = 2 WHERE filesystem_id = ${second.id} AND type = 'file'`;
  expect((await check()).counters.toSorted((a, b) => b.trash_bytes - a.trash_bytes)).toMatchObject([
    {
      filesystem: first.id,
      trash_bytes: 1,
      bytes_in_trash: SIZE + 5,
      nodes_in_trash: 3,
      broken: 0,
    },
    { filesystem: second.id, broken: 1 },
  ]);
});

test.each(["dirent", "trash_item"])("a trash without its %s is named", async (table) => {
  await call(service, tenant.key, "DELETE", `${first.base}/files?path=/shared`);
  await service.services.pool.query(
    `DELETE FROM ${table} WHERE filesystem_id = $1
    AND parent_id IN (SELECT parent_id FROM trash_item)`,
    [first.id],
  );
  expect((await check()).counters).toMatchObject([{ filesystem: first.id }]);
});

test("so are damaged rows, and those of another size than their node says", async () => {
  const { db } = service.services;
  await put(second.base, "small", "another row");
  await db.$executeRaw`UPDATE content SET bytes = 'A ROW' WHERE filesystem_id = ${first.id}`;
  await db.$executeRaw`UPDATE node SET size = 7 WHERE filesystem_id = ${second.id} AND size = 11`;
  // What no file has is no finding, if a cleanup will find it.
  const lost = Buffer.alloc(32);
  await db.$executeRaw`INSERT INTO content VALUES (${second.id}, ${lost}, 'x')`;
  expect((await check()).counters).toContainEqual(expect.objectContaining({ broken: 1 }));
  await db.$executeRaw`INSERT INTO former_content VALUES (${second.id}, ${lost}, 1)`;
  expect((await check()).counters).not.toContainEqual(expect.objectContaining({ broken: 1 }));
  const { contents, faults } = await check();
  expect(contents).toBe(4);
  const expected = [
    { sha256: sha256("a row"), fault: "damaged", filesystems: [first.id] },
    { sha256: sha256("another row"), fault: "wrong_size", filesystems: [second.id] },
  ];
  expect(faults.toSorted((a, b) => a.fault.localeCompare(b.fault))).toEqual(expected);
});

test("a row that is gone is a missing content", async () => {
  await service.services.db.$executeRaw`DELETE FROM content WHERE filesystem_id = ${first.id}`;
  expect((await check()).faults).toEqual([
    { sha256: sha256("a row"), fault: "missing", filesystems: [first.id] },
  ]);
});
