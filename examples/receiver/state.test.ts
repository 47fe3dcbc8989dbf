import { mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import type { FileEvent, FileInfo } from "./message";
import { mirrorFile, openStore, readMirror, StateError } from "./state";

let directory = "";
let file = "";
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "receiver-state-"));
  file = mirrorFile(directory);
});
afterEach(() => rm(directory, { recursive: true }));

const info = (filePath: string, size = 1): FileInfo => ({
  path: filePath,
  type: "file",
  size,
  etag: '"é"',
  modified_at: "2026-01-01T00:00:00.000Z",
});
const changes = (cursor: number, filePath: string, present = true) => {
  const event: FileEvent = {
    type: "updated",
    path: filePath,
    file: present ? info(filePath) : null,
  };
  return { kind: "changes" as const, cursor: BigInt(cursor), events: [event] };
};

async function begun() {
  const store = await openStore(file);
  await store.append({ kind: "resync", cursor: 1n });
  await store.completeListing([info("/listed")], "/");
  return store;
}

it("is empty at first and is restored unchanged", async () => {
  expect((await readMirror(file)).cursor).toBeNull();
  const store = await begun();
  await store.append(changes(2, '/ü\n\u2028"x'));
  await store.append({ kind: "resync", cursor: 3n });
  await store.append(changes(4, "/queued"));
  await store.close();

  expect(await readMirror(file)).toEqual(store.mirror);
  expect(store.mirror).toMatchObject({ cursor: 2n, resync: 3n });
  expect(store.mirror.queue).toHaveLength(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("has either nothing or all of a step, wherever the file was truncated", async () => {
  const store = await begun();
  const before = (await stat(file)).size;
  const lengths = [before];
  const states = [structuredClone(store.mirror)];
  for (const step of [changes(2, "/a"), changes(3, "/é"), changes(4, "/a", false)]) {
    await store.append(step);
    lengths.push((await stat(file)).size);
    states.push(structuredClone(store.mirror));
  }
  await store.close();
  const whole = await readFile(file);

  for (let cut = before; cut <= whole.length; cut += 1) {
    await writeFile(file, whole.subarray(0, cut));
    const complete = lengths.findLastIndex((length) => length <= cut);
    expect(await readMirror(file), `cut at ${cut}`).toEqual(states[complete]);
  }
});

it("continues after a torn line", async () => {
  const store = await begun();
  await store.append(changes(2, "/a"));
  await store.append(changes(3, "/b"));
  await store.close();
  await truncate(file, (await stat(file)).size - 5);

  const again = await openStore(file);
  expect(again.mirror.cursor).toBe(2n);
  await again.append(changes(3, "/c"));
  await again.close();
  expect([...(await readMirror(file)).entries.keys()]).toEqual(["/listed", "/a", "/c"]);
});

it("ignores a snapshot that was never renamed into place", async () => {
  const store = await begun();
  await store.close();
  await writeFile(`${file}.new`, '{"snapshot":"99"}\n{"entr');
  const again = await openStore(file);
  expect(again.mirror.cursor).toBe(1n);
  await again.close();
});

it("refuses a file in another format and leaves it unchanged", async () => {
  await writeFile(file, '{"snapshot":"1"}\n{"other":true}\n');
  await expect(openStore(file)).rejects.toThrow(StateError);
  expect(await readFile(file, "utf8")).toContain("other");
});

it("keeps the file from growing without end", async () => {
  const store = await begun();
  const events: FileEvent[] = Array.from({ length: 2_000 }, (_, n) => ({
    type: "updated",
    path: `/${n}`,
    file: info(`/${n}`),
  }));
  for (let cursor = 2n; cursor < 60n; cursor += 1n) {
    await store.append({ kind: "changes", cursor, events });
  }
  await store.close();
  expect((await stat(file)).size).toBeLessThan(5 * 1024 * 1024);
  expect(await readMirror(file)).toEqual(store.mirror);
});

it("applies no step that it could not write", async () => {
  const store = await begun();
  await store.close();
  await expect(store.append(changes(2, "/a"))).rejects.toThrow();
  expect(store.mirror.cursor).toBe(1n);
});
