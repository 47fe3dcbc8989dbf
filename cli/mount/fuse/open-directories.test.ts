import { expect, test } from "vitest";

import type { DirectoryEntry } from "./handlers";
import { createOpenDirectories } from "./open-directories";

const CALLER = { uid: 0, gid: 0, pid: 0 };

function setUp() {
  const names = ["a"];
  const directories = createOpenDirectories(() =>
    names.map((name) => ({ name, node: 2, mode: 0o100644 })),
  );
  const list = async (handle: number, offset: number) => {
    const operation = { op: "readdir", handle, offset, size: 4_096, plus: false } as const;
    const entries: readonly DirectoryEntry[] = await directories.entriesFor(1, operation, CALLER);
    return entries.map(({ name }) => name);
  };
  return { names, directories, list };
}

test("a listing stays the same until it is read from its start", async () => {
  const { names, directories, list } = setUp();
  const [first, second] = [directories.open(), directories.open()];
  expect(await list(first, 0)).toEqual([".", "..", "a"]);
  names.unshift("new");
  expect(await list(first, 2)).toEqual([".", "..", "a"]);
  expect(await list(second, 2)).toEqual([".", "..", "new", "a"]);
  expect(await list(first, 0)).toEqual([".", "..", "new", "a"]);
});

test("a closed directory is dropped", async () => {
  const { names, directories, list } = setUp();
  const handle = directories.open();
  await list(handle, 0);
  directories.release(handle);
  names.push("b");
  expect(await list(handle, 3)).toEqual([".", "..", "a", "b"]);
});
