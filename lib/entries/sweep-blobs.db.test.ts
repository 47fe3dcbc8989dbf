import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createDb } from "@/lib/db/client";
import { createPool } from "@/lib/db/pool";
import { listArea, longText, setAge, writeBlob } from "@/testing/blobs";
import { createTestDatabase } from "@/testing/database";
import { repeats } from "@/testing/repeats";
import { startS3, type TestBucket } from "@/testing/s3";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";
import { emptyTrash } from "@/testing/trash";

import type { Area, BlobStore } from "./blob-store";
import { leaveStore, takeStore } from "./store-owner";
import { sweepBlobs, trashUnused } from "./sweep-blobs";

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
const sha256 = (content: string) => createHash("sha256").update(content).digest();

const text = () => longText(randomBytes(12).toString("hex"));

describe.each(["local", "s3"])("the sweep of a %s store", (kind) => {
  let bucket: TestBucket | undefined;
  let hold: ((method: string) => Promise<void>) | undefined;
  let service: TestService;
  let tenant: { orgId: string; key: string; keyId: string };
  let base: string;
  beforeAll(async () => {
    if (kind === "s3") bucket = await startS3((method) => hold?.(method) ?? Promise.resolve());
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
      const blobs = await listArea(service.services.blobs, area);
      if (blobs.some(({ hash }) => hash.equals(sha256(content)))) return area;
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
    await trashUnused({ db, blobs }, [sha256(content)], later(0));
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
    async trash(hash, now) {
      if (hash.equals(sha256(content))) await happens();
      await service.services.blobs.trash(hash, now);
    },
  });

  /** Commits a file whose content has been received before. */
  async function commit(name: string, content: string) {
    const hash = sha256(content);
    await service.services.db.$queryRaw`
      SELECT code FROM entry_write(${base.split("/").at(-1)}, ${`/${name}`}, false, null::int, 'x',
        ${content.length}::bigint, ${hash}::bytea, null::text[], null::text[], 'api')`;
  }

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
    if (kind === "local") await setAge(service.services.blobs, later(-200));
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
    await commit("late", content);
    expect((await file("GET", "late")).body).toBe(content);
    await sweep("trash", later(300));
    expect(await location(content)).toBe("blobs");
  });

  test("what the sweep removes from the trash is not what another one brings there meanwhile", async () => {
    const content = text();
    const { blobs } = service.services;
    await write(content);
    await blobs.trash(sha256(content), later(0));
    // The same content is received, found unused by another sweep, moved, and only then committed.
    const crossed: BlobStore = {
      ...blobs,
      async remove(trashed) {
        if (trashed.hash.equals(sha256(content))) {
          await write(content);
          await blobs.trash(trashed.hash, later(61));
          await commit("crossed", content);
        }
        await blobs.remove(trashed);
      },
    };
    await sweep("trash", later(61), crossed);
    expect((await file("GET", "crossed")).body).toBe(content);
  });

  const crossing = async () => {
    const content = text();
    const { blobs } = service.services;
    await write(content);
    await blobs.trash(sha256(content), later(0));
    await write(content);
    let goOn: (() => void) | undefined;
    let moving: Promise<void> | undefined;
    const crossed: BlobStore = {
      ...blobs,
      async restore(trashed) {
        if (!trashed.hash.equals(sha256(content))) return blobs.restore(trashed);
        // Another sweep has found it unused and copied it to the trash; then it is committed.
        const copied = new Promise<void>((resolve) => {
          hold = (method) => {
            if (method !== "DELETE") return Promise.resolve();
            hold = undefined;
            resolve();
            return new Promise((release) => (goOn = release));
          };
        });
        moving = blobs.trash(trashed.hash, later(0));
        await copied;
        await blobs.restore(trashed);
        goOn?.();
        await moving;
      },
    };
    await commit("both", content);
    await sweep("trash", later(61), crossed);
    expect(moving).toBeDefined();
    expect((await file("GET", "both")).body).toBe(content);
  };
  // Only a bucket moves in two steps.
  if (kind === "s3") test("two moves of a blob that cross lose nothing", crossing);

  test("uploads and deletions of the same few contents beside sweeps without a pause", async () => {
    const contents = Array.from({ length: 4 }, text);
    const writing = { done: false };
    const moved = { there: 0, back: 0 };
    const { blobs } = service.services;
    const counting: BlobStore = {
      ...blobs,
      trash: (...args) => ((moved.there += 1), blobs.trash(...args)),
      restore: (trashed) => ((moved.back += 1), blobs.restore(trashed)),
      remove: () => Promise.resolve(),
    };
    // Hours ahead: to these sweeps every blob is old, also the one whose upload has not been committed yet. So what is
    // in the trash is not removed here.
    const sweeper = (async () => {
      while (!writing.done) {
        await sweep("blobs", later(61), counting);
        await sweep("trash", later(130), counting);
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
    expect(moved.there).toBeGreaterThan(5);
    expect(moved.back).toBeGreaterThan(0);
    for (let writer = 0; writer < writers.length; writer++)
      expect((await file("GET", `w${writer}`)).body).toBe(contents[(writes - 1 + writer) % 4]);
  });
});
