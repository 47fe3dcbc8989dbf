import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ANYTHING, writeBlob } from "@/testing/blobs";

import { createLocalBlobStore } from "./local-blob-store";
import { temporaryName } from "./orphaned-uploads";

const MIB = 1024 * 1024;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-blobs-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const files = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

const openFiles = () => readdirSync("/proc/self/fd").length;

async function* chunks(...parts: (string | Buffer | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

test("what was written is read back, whole and in ranges", async () => {
  const store = await createLocalBlobStore(directory, 0);
  const content = randomBytes(300_000);
  const parts = [content.subarray(0, 70_001), content.subarray(70_001)];
  const { hash, size } = await writeBlob(store, chunks(...parts));
  expect([size, hash]).toEqual([300_000, createHash("sha256").update(content).digest()]);
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

test("equal contents are one file, and nothing is a content too", async () => {
  const store = await createLocalBlobStore(directory, 0);
  const once = await writeBlob(store, chunks("same"), { ...ANYTHING, expectedBytes: 4 });
  expect(await writeBlob(store, chunks("sa", "me"))).toEqual(once);
  expect(await writeBlob(store, null, { ...ANYTHING, expectedBytes: 0 })).toMatchObject({
    size: 0,
  });
  expect(files()).toHaveLength(2);
});

const sha256 = (text: string) => createHash("sha256").update(text).digest();

test.each([
  ["shorter than promised", chunks("abc"), { expectedBytes: 4 }, "incomplete_body"],
  ["longer than promised", chunks("abcde"), { expectedBytes: 4 }, "incomplete_body"],
  ["broken off", chunks("abc", new Error("aborted")), {}, "incomplete_body"],
  ["too large", chunks("abc", "de"), { maxBytes: 4 }, "file_too_large"],
  ["another content", chunks("abc"), { expectedHash: sha256("abd") }, "checksum_mismatch"],
])("an upload that is %s leaves nothing", async (_, body, limits, code) => {
  const store = await createLocalBlobStore(directory, 0);
  await expect(writeBlob(store, body, { ...ANYTHING, ...limits })).rejects.toMatchObject({ code });
  expect(files()).toEqual([]);
});

test("a disk that refuses is a failure of our own, and leaves nothing", async () => {
  const store = await createLocalBlobStore(directory, 0);
  // A file stands where the directory of this content would have to be made.
  writeFileSync(path.join(directory, sha256("abc").toString("hex").slice(0, 2)), "");
  await expect(writeBlob(store, chunks("abc"))).rejects.toMatchObject({ code: "unavailable" });
  expect(files()).toHaveLength(1);
});

test("too large a body is not read further", async () => {
  const store = await createLocalBlobStore(directory, 0);
  let sent = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(++sent && 1000);
    } finally {
      ended = true;
    }
  }
  await expect(writeBlob(store, endless(), { ...ANYTHING, maxBytes: 5000 })).rejects.toMatchObject({
    code: "file_too_large",
  });
  expect([sent, ended]).toEqual([6, true]);
});

test("only what no living process writes is removed at the start", async () => {
  await createLocalBlobStore(directory, 0);
  const location = (name: string) => path.join(directory, "tmp", name);
  const [host, , start, id] = temporaryName().split(".");
  const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
  const kept = [temporaryName(), `${host}.${process.ppid}.1.${id}`, `elsewher.1.1.${id}`];
  const gone = [
    `${host}.${dead}.1.${id}`,
    `${host}.${process.pid}.1.${id}`,
    `elsewher.2.${start}.${id}`,
  ];
  for (const name of [...kept, ...gone]) writeFileSync(location(name), "");
  utimesSync(location(gone[2]!), 0, 0);
  await createLocalBlobStore(directory, 0);
  expect(readdirSync(path.join(directory, "tmp")).toSorted()).toEqual(kept.toSorted());
});

test("300 MiB pass through in little memory, in and out", { timeout: 60_000 }, async () => {
  const store = await createLocalBlobStore(directory, 0);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  async function* large() {
    for (let i = 0; i < 300 * 16; i++) {
      if (i % 64 === 0) watch();
      yield Buffer.alloc(MIB / 16, i % 251);
    }
  }
  const { hash, size } = await writeBlob(store, large(), { ...ANYTHING, expectedBytes: 300 * MIB });
  let received = 0;
  for await (const chunk of await store.read(hash)) {
    received += chunk.length;
    watch();
  }
  expect([size, received]).toEqual([300 * MIB, 300 * MIB]);
  // Garbage is some of it; a copy of the file would be all of it.
  expect(peak - before).toBeLessThan(150 * MIB);
});

test("a reader that stops takes its file handle with it", async () => {
  const store = await createLocalBlobStore(directory, 0);
  const { hash } = await writeBlob(store, chunks(Buffer.alloc(MIB)));
  const before = openFiles();
  for (let i = 0; i < 20; i++) {
    const reader = (await store.read(hash)).getReader();
    await reader.read();
    await reader.cancel();
  }
  expect(openFiles()).toBeLessThanOrEqual(before + 1);
});
