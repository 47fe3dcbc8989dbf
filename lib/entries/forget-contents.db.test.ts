import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { purgeDeletedFilesystems } from "@/lib/filesystems/purge-deleted-filesystems";
import { lockWaits } from "@/testing/lock-waits";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { emptyTrash } from "@/testing/trash";

import { forgetContents } from "./forget-contents";
import { SMALL_BYTES } from "./small-content";

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

let service: TestService;
let tenant: { orgId: string; key: string; keyId: string };
let id: string;
let base: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.services.db.content.deleteMany();
  ({ id, base } = await createFilesystem(service, tenant));
});

const file = (method: string, name: string, content?: string, at = base) =>
  call(service, tenant.key, method, `${at}/files?path=/${name}`, content);
async function remove(name: string, filesystemId = id, at = base): Promise<void> {
  await file("DELETE", name, undefined, at);
  await emptyTrash(service, filesystemId);
}
const rows = (filesystem_id = id) =>
  service.services.db.content.count({ where: { filesystem_id } });

async function readRange(range: string) {
  const init = { headers: { authorization: `Bearer ${tenant.key}`, range } };
  const response = await fetch(`${service.url}${base}/files?path=/f`, init);
  return [response.status, response.headers.get("content-range"), await response.text()];
}

/** Forgets everything in steps of three contents; returns how many rows were deleted. */
async function sweep(now: Date): Promise<number> {
  const { db } = service.services;
  const before = await db.content.count();
  while ((await forgetContents(service.services, now, 3)).more);
  return before - (await db.content.count());
}

test("up to 16 KiB a content is a row, as far as the upload declares its length", async () => {
  await file("PUT", "small", "x".repeat(SMALL_BYTES));
  await file("PUT", "empty", "");
  expect(await rows()).toBe(2);
  await file("PUT", "large", "x".repeat(SMALL_BYTES + 1));
  const body = new Blob(["undeclared"]).stream();
  const init = { method: "PUT", body, duplex: "half" };
  const headers = { authorization: `Bearer ${tenant.key}` };
  await fetch(`${service.url}${base}/files?path=/undeclared`, { ...init, headers });
  expect(await rows()).toBe(2);
  for (const [name, length] of Object.entries({
    small: 16_384,
    empty: 0,
    large: 16_385,
    undeclared: 10,
  }))
    expect((await file("GET", name)).body).toHaveLength(length);
});

test("a row is read in ranges, too", async () => {
  await file("PUT", "f", "0123456789");
  expect(await readRange("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
  expect(await readRange("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
});

test("an hour after it was lost a content that no file of its filesystem has is deleted", async () => {
  const other = await createFilesystem(service, tenant);
  for (const content of ["old", "kept", "shared"]) await file("PUT", content, content);
  await file("PUT", "shared", "shared", other.base);
  await file("PUT", "old", "new");
  // What goes from the trash was lost long ago.
  await remove("shared");
  expect(await sweep(later(59))).toBe(1);
  expect(await sweep(later(61))).toBe(1);
  expect([await rows(), await rows(other.id)]).toEqual([2, 1]);
  expect((await file("GET", "old")).body).toBe("new");
  expect((await file("GET", "shared", undefined, other.base)).body).toBe("shared");
});

test("a blob goes to the trash an hour after it was lost, unless another file has it", async () => {
  const { blobs } = service.services;
  const trashed = async () => (await blobs.list("trash", null)).blobs.length;
  for (const content of ["one", "two"]) await file("PUT", content, content.repeat(SMALL_BYTES));
  await file("PUT", "copy", "two".repeat(SMALL_BYTES));
  for (const name of ["one", "two"]) await file("PUT", name, "x");
  await sweep(later(59));
  expect(await trashed()).toBe(0);
  await sweep(later(61));
  expect(await trashed()).toBe(1);
  expect((await file("GET", "copy")).body).toHaveLength(3 * SMALL_BYTES);
});

test("copies and links hold a content, and so does storing it again", async () => {
  await file("PUT", "f", "content");
  await call(service, tenant.key, "POST", `${base}/files:copy`, { from: "/f", to: "/copy" });
  await call(service, tenant.key, "POST", `${base}/files:link`, { target: "/copy", path: "/link" });
  for (const gone of ["f", "copy"]) await remove(gone);
  expect(await sweep(later(61))).toBe(0);
  expect((await file("GET", "link")).body).toBe("content");
  await remove("link");
  await file("PUT", "f", "content");
  expect(await sweep(later(61))).toBe(0);
  expect((await file("GET", "f")).body).toBe("content");
  await remove("f");
  expect(await sweep(later(61))).toBe(1);
});

test("a cleanup leaves what an upload is storing, and takes it later if that comes to nothing", async () => {
  await file("PUT", "f", "content");
  await remove("f");
  const upload = service.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT content_keep(${id}, sha256('content'), 'content')`;
    expect(await sweep(later(61))).toBe(0);
    throw new Error("the upload is refused");
  });
  await expect(upload).rejects.toThrow("the upload is refused");
  expect(await sweep(later(61))).toBe(1);
});

test("an upload of what a cleanup is deleting stores it again", async () => {
  await file("PUT", "f", "content");
  await remove("f");
  let uploaded: Promise<unknown> | undefined;
  await service.services.db.$transaction(async (tx) => {
    const forget = tx.$queryRaw`SELECT forgotten FROM contents_forget(now(), 10)`;
    expect(await forget).toEqual([{ forgotten: 1 }]);
    uploaded = file("PUT", "f", "content");
    await lockWaits(service.services.db);
  });
  await uploaded;
  expect((await file("GET", "f")).body).toBe("content");
});

test("a file that loses a content while a cleanup still sees it notes that again", async () => {
  for (const lose of [() => remove("f"), () => file("PUT", "f", "other")]) {
    await file("PUT", "f", "content");
    await file("PUT", "g", "content");
    await remove("g");
    let lost: Promise<unknown> | undefined;
    await service.services.db.$transaction(async (tx) => {
      // As a cleanup begins; the note is still there when the file loses the content.
      await tx.$queryRaw`SELECT FROM former_content FOR UPDATE`;
      lost = lose();
      await lockWaits(service.services.db);
      const forget = tx.$queryRaw`SELECT forgotten FROM contents_forget(now(), 10)`;
      // It only forgets, because a file has it.
      expect(await forget).toEqual([{ forgotten: 1 }]);
    });
    await lost;
    expect(await sweep(later(61))).toBe(1);
    await remove("f");
    await sweep(later(61));
  }
});

test("the rows of a deleted filesystem go with its entries", async () => {
  await file("PUT", "f", "content");
  await service.services.db.$queryRaw`SELECT filesystem_delete(${id}, ${tenant.orgId})`;
  while ((await purgeDeletedFilesystems(service.services.db)).more);
  expect(await rows()).toBe(0);
});

test("uploads and deletions of the same few contents beside cleanups without a pause", async () => {
  const contents = Array.from({ length: 3 }, () => randomBytes(12).toString("hex"));
  const other = await createFilesystem(service, tenant);
  const bases = [base, other.base];
  const writing = { done: false };
  let deleted = 0;
  const sweeper = (async () => {
    // To this cleanup every content was lost long ago.
    while (!writing.done) deleted += await sweep(later(61));
  })();
  const writes = repeats(25, 2_000);
  const wrong: unknown[] = [];
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const at = bases[writer % bases.length];
    for (let i = 0; i < writes; i++) {
      const content = contents[(i + writer) % contents.length];
      await file("PUT", `w${writer}`, content, at);
      const { status, body } = await file("GET", `w${writer}`, undefined, at);
      if (body !== content) wrong.push({ status, body });
      if (i % 2 === 0) await remove(`w${writer}`, writer % bases.length === 0 ? id : other.id, at);
    }
  });
  await Promise.all(writers);
  writing.done = true;
  await sweeper;
  expect(wrong).toEqual([]);
  expect(deleted).toBeGreaterThan(5);
});
