import { expect, test } from "vitest";

import { commonDirectory, createArchiveNames, topmost } from "./archive-names";

test("what is below another path comes with it", () => {
  expect(topmost(["/a", "/a/b", "/ab", "/a"])).toEqual(["/a", "/ab"]);
  expect(topmost(["/a", "/"])).toEqual(["/"]);
});

test("names are relative to the directory that holds all", () => {
  expect(commonDirectory(["/"])).toBe("/");
  expect(commonDirectory(["/a/b/c"])).toBe("/a/b");
  expect(commonDirectory(["/a/b/c", "/a/b/d"])).toBe("/a/b");
  expect(commonDirectory(["/a/b/c", "/a/bc/d"])).toBe("/a");
  expect(commonDirectory(["/a", "/b/c"])).toBe("/");
});

test("no name leaves the archive or comes twice", () => {
  const nameOf = createArchiveNames("/a");
  expect(nameOf("/a/b/c.txt")).toBe("b/c.txt");
  expect(nameOf("/a/..\\..\\up")).toBe(".._.._up");
  expect(nameOf("/a/C:\\windows")).toBe("C__windows");
  expect(nameOf("/a/C__windows")).toBe("C__windows (2)");
  expect(createArchiveNames("/")("/x")).toBe("x");
});
