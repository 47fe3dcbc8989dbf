import { expect, test } from "vitest";

import { childOf, directoryOf, nameOf, stepTo, trailOf } from "./paths";

test("a child path has its directory and its name", () => {
  for (const [directory, name] of [
    ["/", "a"],
    ["/a/b", "c.txt"],
  ] as const) {
    const path = childOf(directory, name);
    expect([directoryOf(path), nameOf(path)]).toEqual([directory, name]);
  }
});

test("the root is its own parent", () => {
  expect([directoryOf("/"), nameOf("/")]).toEqual(["/", "/"]);
});

test("a trail leads from the root to the path", () => {
  expect(trailOf("/a/b")).toEqual(["/", "/a", "/a/b"]);
  expect(trailOf("/")).toEqual(["/"]);
});

test("a step leads from a directory towards what is below it, and nowhere else", () => {
  expect(stepTo("/", "/a/b")).toBe("/a");
  expect(stepTo("/a", "/a/b")).toBe("/a/b");
  expect(stepTo("/a", "/ab/c")).toBeUndefined();
  expect(stepTo("/a", "/a")).toBeUndefined();
  expect(stepTo("/a", "/")).toBeUndefined();
  expect(stepTo("/", "/")).toBeUndefined();
});
