import { expect, it } from "vitest";

import { emptyMirror } from "@/examples/receiver/mirror";

import { compare } from "./compare";
import { pickDirectories, put, remove, rename, type Tree } from "./tree";

const hash = "ab".repeat(32);
const info = (path: string, type: string, etag: string) => ({
  path,
  type,
  size: 0,
  etag,
  modified_at: "",
});

function tree(...files: string[]): Tree {
  const made: Tree = new Map();
  for (const file of files) put(made, file, hash);
  return made;
}

it("creates the directories above a file", () => {
  expect([...tree("/a/b/c").entries()]).toEqual([
    ["/a/b", { sha256: null }],
    ["/a", { sha256: null }],
    ["/a/b/c", { sha256: hash }],
  ]);
});

it("renames and removes by segment, not by text", () => {
  const made = tree("/r/d/x", "/r/d-old/x", "/r/d.txt");
  rename(made, "/r/d", "/r/e");
  expect([...made.keys()].toSorted()).toEqual(
    ["/r", "/r/d-old", "/r/d-old/x", "/r/d.txt", "/r/e", "/r/e/x"].toSorted(),
  );
  remove(made, "/r/e");
  expect([...made.keys()].toSorted()).toEqual(
    ["/r", "/r/d-old", "/r/d-old/x", "/r/d.txt"].toSorted(),
  );
});

it("picks directories that are not inside one another, and never the root", () => {
  const made = tree("/r/a/1", "/r/a/2", "/r/a/b/3", "/r/a/b/4", "/r/c/5", "/r/c/6", "/r/d/7");
  expect(pickDirectories(made, 2, 1_000)).toEqual(["/r/a", "/r/c"]);
  expect(pickDirectories(made, 2, 3)).toEqual(["/r/a/b", "/r/c"]);
});

it("finds every kind of difference", () => {
  const made = tree("/r/same", "/r/other", "/r/missing", "/r/type");
  const mirror = emptyMirror();
  for (const file of [
    info("/", "directory", '"d-1"'),
    info("/r", "directory", '"d-2"'),
    info("/r/same", "file", `"${hash.slice(0, 32)}"`),
    info("/r/other", "file", `"${"cd".repeat(16)}"`),
    info("/r/type", "directory", '"d-3"'),
    info("/r/extra", "file", '"x"'),
  ]) {
    mirror.entries.set(file.path, file);
  }
  expect(compare(made, mirror)).toEqual([
    "/r/other has other contents",
    "/r/missing is missing",
    "/r/type is a directory, not a file",
    "/r/extra should be gone",
  ]);
});
