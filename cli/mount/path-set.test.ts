import { expect, test } from "vitest";

import { createPathSet } from "./path-set";

const withPaths = (...paths: string[]) => {
  const set = createPathSet();
  set.addAll(paths);
  return (path: string) => set.conflicts([path]);
};

test("a path conflicts with itself, with what is above it and with what is below it", () => {
  const conflicts = withPaths("/a/b/c");
  for (const path of ["/a/b/c", "/a/b", "/a", "/a/b/c/d", "/a/b/c/d/e"])
    expect([path, conflicts(path)]).toEqual([path, true]);
});

test("neighbours and names that only begin alike do not conflict", () => {
  const conflicts = withPaths("/a/b");
  for (const path of ["/a/bc", "/a/c", "/ab", "/b", "/a/c/b"])
    expect([path, conflicts(path)]).toEqual([path, false]);
});

test("one of several paths is enough, and an empty set conflicts with nothing", () => {
  const set = createPathSet();
  expect(set.conflicts(["/a", "/b"])).toBe(false);
  set.addAll(["/b/c"]);
  expect(set.conflicts(["/a", "/b"])).toBe(true);
  expect(set.conflicts([])).toBe(false);
});
