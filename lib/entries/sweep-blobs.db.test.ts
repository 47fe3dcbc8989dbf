import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDb } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { longText, writeBlob } from "@/testing/blobs";
import { createTestDatabase } from "@/testing/database";
import { repeats } from "@/testing/repeats";
import { startS3, type TestBucket } from "@/testing/s3";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { emptyTrash } from "@/testing/trash";

import type { Area, BlobStore } from "./blob-store";
import { leaveStore, takeStore } from "./store-owner";
import { sweepBlobs } from "./sweep-blobs";

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
const sha256 = (content: string) => createHash("sha256").update(content).digest();

const text = () => longText(randomBytes(12).toString("hex"));

describe.each(["local", "s3"])("the sweep of a %s store", (kind) => {
  let bucket: TestBucket | undefined;
  let service: TestService;
  let tenant: { orgId: string; key: string; keyId: string };
  let base: string;
  beforeAll(async () => {
    if (kind === "s3") bucket = await startS3();
    service = await startTestService({ env: bucket?.env ?? {} });
    tenant = await createTenant(service);
    base = (await createFilesystem(service, tenant)).base;
  });
  afterAll(async () => {
    await service.close();
    await bucket?.close();
  });

  const file = (method: string, name: string, content?: string) =>
    call(service, tenant.key, method, `${base}/files?path=/${name}`, content);
  async function remove(name: string): Promise<void> {
    await file("DELETE", name);
    await emptyTrash(service, base.split("/").at(-1) ?? "");
  }
  const write = (content: string) =>
    writeBlob(
      service.services.blobs,
      (async function* () {
        yield Buffer.from(content);
      })(),
    );

  async function sweep(area: Area, now: Date, blobs: BlobStore = service.services.blobs) {
    let after: string | null = null;
    do {
      const step: { next: string | null } = await sweepBlobs(
        { db: service.services.db, blobs },
        area,
        now,
        after,
      );
      after = step.next;
    } while (after !== null);
  }

  async function location(content: string): Promise<Area | null> {
    for (const area of ["blobs", "trash"] as const) {
      let after: string | null = null;
      do {
        const page = await service.services.blobs.list(area, after);
        if (page.blobs.some(({ hash }) => hash.equals(sha256(content)))) return area;
        after = page.next;
      } while (after !== null);
    }
    return null;
  }

  test("what another database stored is not swept by a copy of it, until that takes the store", async () => {
    const content = text();
    await write(content);
    await sweep("blobs", later(-1));
    const copy = await createTestDatabase();
    const pool = createPool(copy.url, 2);
    const db = createDb(pool);
    const { blobs } = service.services;
    await leaveStore(db);
    const sweepByCopy = async () => {
      let after: string | null = null;
      do ({ next: after } = await sweepBlobs({ db, blobs }, "blobs", later(61), after));
      while (after !== null);
    };
    await sweepByCopy();
    expect(await location(content)).toBe("blobs");
    await takeStore({ db, blobs });
    await sweepByCopy();
    expect(await location(content)).toBe("trash");
    await takeStore(service.services);
    await db.$disconnect();
    await pool.end();
    await copy.drop();
  });

  /** A store in which something happens just before a blob is moved: after the sweep looked, before it acts. */
  const interrupted = (content: string, happens: () => Promise<unknown>): BlobStore => ({
    ...service.services.blobs,
    async move(hash, ...args) {
      if (hash.equals(sha256(content))) await happens();
      await service.services.blobs.move(hash, ...args);
    },
  });

  test("an hour after it was written a blob without a node goes, and for ever an hour later", async () => {
    const [used, unused] = [text(), text()];
    await file("PUT", "used", used);
    await write(unused);
    await sweep("blobs", later(59));
    expect([await location(used), await location(unused)]).toEqual(["blobs", "blobs"]);
    await sweep("blobs", later(61));
    expect([await location(used), await location(unused)]).toEqual(["blobs", "trash"]);
    await sweep("trash", later(62));
    expect(await location(unused)).toBe(kind === "s3" ? null : "trash");
    await sweep("trash", later(125));
    await sweep("blobs", later(1_000_000));
    await sweep("trash", later(2_000_000));
    expect([await location(used), await location(unused)]).toEqual(["blobs", null]);
    expect((await file("GET", "used")).body).toBe(used);
  });

  test("what a file held before it was overwritten, or held until it was deleted, goes too", async () => {
    const [old, current, deleted] = [text(), text(), text()];
    await file("PUT", "overwritten", old);
    await file("PUT", "overwritten", current);
    await file("PUT", "deleted", deleted);
    await remove("deleted");
    await sweep("blobs", later(61));
    await sweep("trash", later(200));
    expect([await location(old), await location(current), await location(deleted)]).toEqual([
      null,
      "blobs",
      null,
    ]);
  });

  test("writing a content again makes it young", async () => {
    const content = text();
    await write(content);
    if (kind === "local") {
      await service.services.blobs.move(sha256(content), "trash", later(-200));
      await service.services.blobs.move(sha256(content), "blobs", later(-200));
    }
    await write(content);
    await sweep("blobs", later(30));
    expect(await location(content)).toBe("blobs");
  });

  test("an upload of the content between the look and the move loses nothing", async () => {
    const content = text();
    await write(content);
    const happens = () => file("PUT", "raced", content);
    await sweep("blobs", later(61), interrupted(content, happens));
    expect(await location(content)).toBe("trash");
    expect((await file("GET", "raced")).body).toBe(content);
    await sweep("trash", later(300));
    expect(await location(content)).toBe("blobs");
    expect((await file("GET", "raced")).body).toBe(content);
  });

  test("an upload that commits only after its blob was moved and the trash was swept loses nothing", async () => {
    const content = text();
    await write(content);
    // The clock of the sweep of the trash is the real one: less than an hour passes between the bytes and the commit.
    await sweep(
      "blobs",
      later(61),
      interrupted(content, () => write(content)),
    );
    await sweep("trash", later(0));
    expect(await location(content)).toBe("trash");
    const hash = sha256(content);
    await service.services.db.$queryRaw`
      SELECT code FROM entry_write(${base.split("/").at(-1)}, '/late', false, null::int, 'x',
        ${content.length}::bigint, ${hash}::bytea, null::text[], null::text[], 'api')`;
    expect((await file("GET", "late")).body).toBe(content);
    await sweep("trash", later(300));
    expect(await location(content)).toBe("blobs");
  });

  test("uploads and deletions of the same few contents beside sweeps without a pause", async () => {
    const contents = Array.from({ length: 4 }, text);
    const writing = { done: false };
    let moved = 0;
    const counting: BlobStore = {
      ...service.services.blobs,
      move: (...args) => ((moved += 1), service.services.blobs.move(...args)),
    };
    // An hour ahead: to this sweep every blob is old, also the one whose upload has not been committed yet.
    const sweeper = (async () => {
      for (const now = later(61); !writing.done;) {
        await sweep("blobs", now, counting);
        await sweep("trash", later(0), counting);
      }
    })();
    const writes = repeats(20, 2_000);
    const wrong: unknown[] = [];
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let i = 0; i < writes; i++) {
        const content = contents[(i + writer) % contents.length];
        await file("PUT", `w${writer}`, content);
        const { status, body } = await file("GET", `w${writer}`);
        if (body !== content) wrong.push({ status, body });
        if (i % 2 === 0) await remove(`w${writer}`);
      }
    });
    await Promise.all(writers);
    writing.done = true;
    await sweeper;
    expect(wrong).toEqual([]);
    expect(moved).toBeGreaterThan(5);
    for (let writer = 0; writer < writers.length; writer++)
      expect((await file("GET", `w${writer}`)).body).toBe(contents[(writes - 1 + writer) % 4]);
  });
});
