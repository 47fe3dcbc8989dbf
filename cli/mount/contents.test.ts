import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { createContents } from "./contents";
import { discardStage } from "./stage";

const MIB = 1024 ** 2;

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "tidemark-contents-"));
});
afterEach(() => {
  for (const { fd } of openFiles()) fs.closeSync(fd);
  fs.rmSync(directory, { recursive: true });
});

const bytesOf = (seed: number, size: number) => Buffer.alloc(size, `content ${seed} `);
const tagOf = (bytes: Buffer) =>
  `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`;

/** Descriptors of this process for files of the cache, by the paths that these have or had. */
const openFiles = () =>
  fs
    .readdirSync("/proc/self/fd")
    .map((fd) => ({ fd: Number(fd), target: readLink(`/proc/self/fd/${fd}`) }))
    .filter(({ target }) => target.startsWith(directory));

/** What the disk has for a cache: its files, and those that were deleted and are still open. */
function diskBytes(): number {
  const named = fs.readdirSync(directory).map((name) => fs.statSync(path.join(directory, name)));
  const deleted = openFiles().filter(({ target }) => target.endsWith("(deleted)"));
  return [...named, ...deleted.map(({ fd }) => fs.fstatSync(fd))].reduce(
    (sum, { blocks, size }) => sum + Math.min(blocks * 512, size),
    0,
  );
}

function readLink(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    // Other tests close theirs meanwhile.
    return "";
  }
}

/** A service with contents, as far as reading them is concerned. `hold` is what a range waits for. */
function createService(hold: (from: number) => Promise<unknown> = () => Promise.resolve()) {
  const stored = new Map<string, Buffer>();
  const asked: string[] = [];
  return {
    asked,
    add(seed: number, size: number) {
      const bytes = bytesOf(seed, size);
      const etag = tagOf(bytes);
      stored.set(etag, bytes);
      return { bytes, source: { path: `/${seed}`, etag, size } };
    },
    async read(_: string, etag: string, range: [number, number] | null) {
      asked.push(etag);
      await hold(range?.[0] ?? 0);
      const bytes = stored.get(etag)!;
      const part = range === null ? bytes : bytes.subarray(range[0], range[1] + 1);
      return new Response(new Uint8Array(part));
    },
  };
}

test("reads of many contents, several at once of each, are those of the service", async () => {
  const service = createService();
  const contents = createContents(directory, service);
  for (let n = 0; n < 300; n++) {
    const { bytes, source } = service.add(n, 100);
    expect(await contents.read(source, 0, 100)).toEqual(bytes);
  }
  for (let n = 300; n < 304; n++) {
    const { bytes, source } = service.add(n, 3 * MIB);
    const parts = await Promise.all([0, 1, 2, 3].map((m) => contents.read(source, m * 100, 100)));
    expect(Buffer.concat(parts)).toEqual(bytes.subarray(0, 400));
  }
});

test("a piece that is read ahead goes to its own file, also after many others were read", async () => {
  const late = new AbortController();
  const arrival = once(late.signal, "abort");
  const service = createService((from) => (from === 0 ? Promise.resolve() : arrival));
  const contents = createContents(directory, service);
  const large = service.add(0, 12 * MIB);
  expect(await contents.read(large.source, 0, 100)).toEqual(large.bytes.subarray(0, 100));
  for (let n = 1; n <= 300; n++) await contents.read(service.add(n, 100).source, 0, 100);
  late.abort();
  const later = await contents.read(large.source, 5 * MIB, 100);
  expect(later).toEqual(large.bytes.subarray(5 * MIB, 5 * MIB + 100));
  const sizes = fs
    .readdirSync(directory)
    .map((name) => fs.statSync(path.join(directory, name)).size);
  expect(new Set(sizes)).toEqual(new Set([100]));
  // Its pieces were fetched once.
  expect(service.asked.filter((etag) => etag === large.source.etag)).toHaveLength(3);
});

test("the pieces of large contents that are open have at most half of the limit", async () => {
  const service = createService();
  const contents = createContents(directory, service, 64 * MIB);
  for (let n = 0; n < 8; n++) {
    const { bytes, source } = service.add(n, 12 * MIB);
    expect((await contents.read(source, 0, 12 * MIB)).equals(bytes)).toBe(true);
    expect(diskBytes()).toBeLessThanOrEqual(32 * MIB);
  }
  // The last ones are still there.
  const asked = service.asked.length;
  await contents.read(service.add(7, 12 * MIB).source, 0, 100);
  expect(service.asked).toHaveLength(asked);
});

test("pieces and files together have at most the limit, also those that were deleted while they were open", async () => {
  const service = createService();
  const contents = createContents(directory, service, 64 * MIB);
  for (let n = 0; n < 8; n++) {
    const { bytes, source } = service.add(n, 12 * MIB);
    const file = path.join(directory, "uploaded");
    fs.writeFileSync(file, bytes);
    contents.adopt(file, source.etag, source.size);
    await contents.read(source, 0, 100);
  }
  const { source } = service.add(8, 24 * MIB);
  await contents.read(source, 0, source.size);
  await eventually("room", () => diskBytes() <= 64 * MIB, 10_000);
  expect(service.asked.every((etag) => etag === source.etag)).toBe(true);
});

test.each([
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 40)],
  ["emptied", () => Buffer.alloc(0)],
  ["filled with zeros", ({ length }: Buffer) => Buffer.alloc(length)],
])("contents that a power cut has %s are fetched again by the next process", async (_, damage) => {
  const service = createService();
  for (const [seed, size] of [
    [1, 100],
    [2, 8 * MIB],
  ] as const) {
    const { bytes, source } = service.add(seed, size);
    await createContents(directory, service).read(source, 0, size);
    fs.writeFileSync(path.join(directory, source.etag.replaceAll('"', "")), damage(bytes));
    for (const times of [2, 2]) {
      const contents = createContents(directory, service);
      expect((await contents.read(source, 0, size)).equals(bytes)).toBe(true);
      const stage = await contents.copy(source, size, directory);
      expect(fs.readFileSync(stage.file).equals(bytes)).toBe(true);
      discardStage(stage);
      expect(service.asked.filter((etag) => etag === source.etag)).toHaveLength(times);
    }
  }
});

test("large contents that were uploaded are named once the disk has them, and fetched again if they are cut short", async () => {
  const service = createService();
  const { bytes, source } = service.add(1, 9 * MIB);
  const file = path.join(directory, "uploaded");
  fs.writeFileSync(file, bytes);
  const contents = createContents(directory, service);
  contents.adopt(file, source.etag, source.size);
  expect((await contents.read(source, 0, source.size)).equals(bytes)).toBe(true);
  const named = path.join(directory, source.etag.replaceAll('"', ""));
  await eventually("its name", () => fs.existsSync(named));
  expect(fs.readdirSync(directory)).toEqual([path.basename(named)]);
  expect((await createContents(directory, service).read(source, 0, 100)).length).toBe(100);
  expect(service.asked).toEqual([]);
  fs.truncateSync(named, MIB);
  const next = createContents(directory, service);
  expect((await next.read(source, 0, source.size)).equals(bytes)).toBe(true);
  expect(fs.existsSync(named)).toBe(false);
});

test("a piece that arrives incomplete is read on from there, instead of as zeros", async () => {
  const service = createService();
  const { bytes, source } = service.add(1, 9 * MIB);
  const asked: unknown[] = [];
  const cut = async (file: string, etag: string, range: [number, number] | null) => {
    asked.push(range);
    const response = await service.read(file, etag, range);
    return new Response((await response.arrayBuffer()).slice(0, 3 * MIB));
  };
  const contents = createContents(directory, { read: cut });
  const part = await contents.read(source, 3.5 * MIB, 100);
  expect(part).toEqual(bytes.subarray(3.5 * MIB, 3.5 * MIB + 100));
  expect(asked).toContainEqual([3 * MIB, 4 * MIB - 1]);
});
