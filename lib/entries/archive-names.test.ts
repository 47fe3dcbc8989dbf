import { expect, test } from "vitest";

import { commonDirectory, createArchiveNames, topmost } from "./archive-names";

test("what is below another path comes with it", () => {
  expect(topmost(["/a", "/a/b", "/ab", "/a"])).toEqual(["/a", "/ab"]);
  expect(topmost(["/a", "/"])).toEqual(["/"]);
  expect(topmost(["/a/c", "/a-b", "/b", "/a", "/a-b/x", "/a.b"])).toEqual([
    "/a-b",
    "/b",
    "/a",
    "/a.b",
  ]);
});

test("names are relative to the directory that holds all", () => {
  expect(commonDirectory(["/"])).toBe("/");
  expect(commonDirectory(["/a/b/c"])).toBe("/a/b");
  expect(commonDirectory(["/a/b/c", "/a/b/d"])).toBe("/a/b");
  expect(commonDirectory(["/a/b/c", "/a/bc/d"])).toBe("/a");
  expect(commonDirectory(["/a", "/b/c"])).toBe("/");
  expect(commonDirectory(["/a/b/c/d", "/a/b", "/a/b/e"])).toBe("/a");
});

// Each against each would take minutes.
test("many deep paths are compared once", () => {
  const directory = "/a".repeat(2_040);
  const deep = Array.from({ length: 1_000 }, (_, i) => `${directory}/b${i}`);
  expect(topmost(deep)).toEqual(deep);
  expect(commonDirectory(deep)).toBe(directory);
});

test("no name leaves the archive or comes twice", () => {
  const nameOf = createArchiveNames("/a");
  expect(nameOf("/a/b/c.txt")).toBe("b/c.txt");
  expect(nameOf("/a/..\\..\\up")).toBe(".._.._up");
  expect(nameOf("/a/C:\\windows")).toBe("C__windows");
  expect(nameOf("/a/C__windows")).toBe("C__windows (2)");
  expect(createArchiveNames("/")("/x")).toBe("x");
});

test("nothing is named below a symbolic link that got the name of its directory", () => {
  const nameOf = createArchiveNames("/");
  expect(["/a\\b", "/a_b", "/a_b/c", "/a_b/c/d"].map(nameOf)).toEqual([
    "a_b",
    "a_b (2)",
    "a_b (2)/c",
    "a_b (2)/c/d",
  ]);
  // Directories that are not in the archive themselves.
  const ofSome = createArchiveNames("/");
  expect(["/x\\y", "/x_y/z", "/x_y/MISSING.txt", "/x_y/MISSING.txt"].map(ofSome)).toEqual([
    "x_y",
    "x_y (2)/z",
    "x_y (2)/MISSING.txt",
    "x_y (2)/MISSING.txt (2)",
  ]);
});

test("names that all come out equal are numbered, each at its first try", () => {
  const nameOf = createArchiveNames("/");
  const names = Array.from({ length: 2 ** 14 }, (_, n) =>
    nameOf(`/${n.toString(2).padStart(14, "0").replaceAll("0", "\\").replaceAll("1", "_")}`),
  );
  expect(new Set(names).size).toBe(2 ** 14);
  expect(names.at(-1)).toBe(`${"_".repeat(14)} (${2 ** 14})`);
});
