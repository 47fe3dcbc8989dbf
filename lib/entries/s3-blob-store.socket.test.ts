import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { readSettings } from "@/lib/settings";
import { ANYTHING, writeBlob } from "@/testing/blobs";
import { portOf } from "@/testing/endpoint";
import { startS3, type TestBucket } from "@/testing/s3";

import type { BlobStore } from "./blob-store";
import { openBlobStore } from "./open-blob-store";

const MIB = 1024 * 1024;

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();

let bucket: TestBucket;
let dataDir: string;
const servers: Server[] = [];
beforeAll(async () => {
  bucket = await startS3();
});
afterAll(() => bucket.close());
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "tidemark-s3-data-"));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// Every test has a prefix of its own: what one leaves no other sees.
let count = 0;
const open = (env: Record<string, string> = {}) =>
  openBlobStore(
    readSettings({
      ...bucket.env,
      BLOB_URL: bucket.env["BLOB_URL"]!.replace("?", `/${++count}?`),
      TIDEMARK_DATA_DIR: dataDir,
      ...env,
    }),
  );

async function* chunks(...parts: (string | Buffer | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer());

async function expectNothing(store: BlobStore) {
  expect((await store.list("blobs", null)).blobs).toEqual([]);
  expect((await store.list("trash", null)).blobs).toEqual([]);
  expect(readdirSync(path.join(dataDir, "uploads"))).toEqual([]);
}

test("what was written is read back, whole and in ranges", async () => {
  const store = await open();
  await store.check();
  const content = randomBytes(300_000);
  const parts = [content.subarray(0, 70_001), content.subarray(70_001)];
  const { hash, size } = await writeBlob(store, chunks(...parts));
  expect([size, hash]).toEqual([300_000, sha256(content)]);
  expect(await bytesOf(await store.read(hash))).toEqual(content);
  for (const [start, end] of [
    [0, 0],
    [65_535, 65_536],
    [1, 299_999],
    [299_999, 299_999],
  ] as const) {
    const part = await bytesOf(await store.read(hash, { start, end }));
    expect(part.equals(content.subarray(start, end + 1))).toBe(true);
  }
});

test("equal contents are one object, and nothing is a content too", async () => {
  const store = await open();
  const once = await writeBlob(store, chunks("same"), { ...ANYTHING, expectedBytes: 4 });
  expect(await writeBlob(store, chunks("sa", "me"))).toEqual(once);
  const empty = await writeBlob(store, null, { ...ANYTHING, expectedBytes: 0 });
  expect(await bytesOf(await store.read(empty.hash))).toHaveLength(0);
  expect((await store.list("blobs", null)).blobs).toHaveLength(2);
  expect(readdirSync(path.join(dataDir, "uploads"))).toEqual([]);
});

test.each([
  ["shorter than promised", chunks("abc"), { expectedBytes: 4 }, "incomplete_body"],
  ["broken off", chunks("abc", new Error("aborted")), {}, "incomplete_body"],
  ["too large", chunks("abc", "de"), { maxBytes: 4 }, "file_too_large"],
  ["another content", chunks("abc"), { expectedHash: sha256("abd") }, "checksum_mismatch"],
])("an upload that is %s leaves nothing", async (_, body, limits, code) => {
  const store = await open();
  await expect(writeBlob(store, body, { ...ANYTHING, ...limits })).rejects.toMatchObject({ code });
  await expectNothing(store);
});

test("a blob in the trash is still read, comes back, and goes for ever", async () => {
  const store = await open();
  const { hash } = await writeBlob(store, chunks("abc"));
  const hashes = async (area: "blobs" | "trash") =>
    (await store.list(area, null)).blobs.map((blob) => blob.hash);
  await store.trash(hash, new Date());
  expect([await hashes("blobs"), await hashes("trash")]).toEqual([[], [hash]]);
  expect(String(await bytesOf(await store.read(hash)))).toBe("abc");
  const trashed = async () => (await store.list("trash", null)).blobs[0]!;
  const first = await trashed();
  await store.restore(first);
  await store.restore(first);
  expect([await hashes("blobs"), await hashes("trash")]).toEqual([[hash], []]);
  await store.trash(hash, new Date());
  await store.trash(hash, new Date());
  await store.remove(first);
  expect(await hashes("trash")).toEqual([hash]);
  const second = await trashed();
  await store.remove(second);
  await store.remove(second);
  await expectNothing(store);
  await expect(store.read(hash)).rejects.toMatchObject({ name: "BlobMissingError" });
});

test(
  "a listing of more than a page has every blob once, in order",
  { timeout: 60_000 },
  async () => {
    const store = await open();
    for (let i = 0; i < 1_010; i += 10)
      await Promise.all(Array.from({ length: 10 }, (_, n) => writeBlob(store, chunks(`${i + n}`))));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await store.list("blobs", after);
      seen.push(...page.blobs.map(({ hash }) => hash.toString("hex")));
      after = page.next;
    } while (after !== null);
    const written = Array.from({ length: 1_010 }, (_, n) => sha256(`${n}`).toString("hex"));
    expect(seen).toEqual(written.toSorted());
  },
);

test(
  "100 MiB in eight uploads at once pass through in little memory",
  { timeout: 120_000 },
  async () => {
    const store = await open(await startSink());
    let peak = 0;
    async function* content(mib: number, n: number) {
      for (let i = 0; i < mib * 16; i++) {
        if (i % 16 === 0) peak = Math.max(peak, process.memoryUsage.rss());
        yield Buffer.alloc(MIB / 16, (i + n) % 251);
      }
    }
    const uploads = (mib: number) =>
      Promise.all(Array.from({ length: 8 }, (_, n) => writeBlob(store, content(mib, n))));
    await uploads(25);
    const before = peak;
    await uploads(100);
    // Any one of the eight, held as a whole, would take more.
    expect(peak - before).toBeLessThan(100 * MIB);
  },
);

test("a put that fails on the way is repeated from the file", async () => {
  const store = await open(await startSink({ failures: 2 }));
  expect(await writeBlob(store, chunks("abc"))).toMatchObject({ size: 3 });
});

test("a store that refuses, or is away, is a failure of our own and leaves nothing here", async () => {
  const broken = await startSink({ failures: 99 });
  const wrongKey = { AWS_SECRET_ACCESS_KEY: "another" };
  const away = { BLOB_URL: "s3://tidemark/a?endpoint=http://127.0.0.1:1&path_style=true" };
  for (const env of [broken, wrongKey, away]) {
    const store = await open(env);
    const code = "unavailable";
    await expect(writeBlob(store, chunks("abc"))).rejects.toMatchObject({ code });
    await expect(store.read(sha256("abc"))).rejects.toMatchObject({ code });
    await expect(store.check()).rejects.toThrow();
    expect(readdirSync(path.join(dataDir, "uploads"))).toEqual([]);
  }
});

test("a reader that stops takes its connection with it", async () => {
  const { env, sockets } = await startSource();
  const store = await open(env);
  for (let i = 0; i < 5; i++) {
    const reader = (await store.read(sha256("abc"))).getReader();
    await reader.read();
    await reader.cancel();
  }
  await expect.poll(sockets, { timeout: 10_000 }).toBe(0);
});

/** A store that takes puts and keeps nothing; the first `failures` requests are cut in the middle or answered 500. */
async function startSink({ failures = 0 } = {}) {
  let left = failures;
  const server = createServer((incoming, outgoing) => {
    if (left-- > 0 && left % 2 === 0) incoming.socket.destroy();
    else incoming.resume().on("end", () => outgoing.writeHead(left >= 0 ? 500 : 200).end());
  });
  return listening(server);
}

/** A store whose objects never end. */
async function startSource() {
  let opened = 0;
  const server = createServer((_, outgoing) => {
    const flow = () => {
      while (!outgoing.destroyed && outgoing.write(Buffer.alloc(MIB)));
    };
    outgoing.writeHead(200, { "content-length": 2 ** 40 }).on("drain", flow);
    flow();
  });
  server.on("connection", (socket) => {
    opened += 1;
    socket.on("error", () => undefined).on("close", () => (opened -= 1));
  });
  return { env: await listening(server), sockets: () => opened };
}

async function listening(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const endpoint = `http://127.0.0.1:${portOf(server)}`;
  return { BLOB_URL: `s3://tidemark/x?endpoint=${endpoint}&path_style=true` };
}
