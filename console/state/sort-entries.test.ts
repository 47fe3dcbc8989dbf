import { expect, test } from "vitest";

import type { Entry } from "@/console/queries/entries";

import { readEntryOrder, sortEntries } from "./sort-entries";

const entry = (path: string, type: Entry["type"], size: number, day: number): Entry => ({
  path,
  type,
  size,
  etag: '"x"',
  modified_at: `2026-11-0${day}T00:00:00.000Z`,
});
const all = [
  entry("/file 10", "file", 5, 1),
  entry("/b", "directory", 0, 2),
  entry("/file 9", "file", 5, 3),
  entry("/Alpha", "file", 7, 2),
  entry("/a", "directory", 0, 1),
];
const sorted = (text: string) => sortEntries(all, readEntryOrder(text)).map(({ path }) => path);

test("folders come first, numbers by value, equal ones by name", () => {
  expect(sorted("")).toEqual(["/a", "/b", "/Alpha", "/file 9", "/file 10"]);
  expect(sorted("-name")).toEqual(["/b", "/a", "/file 10", "/file 9", "/Alpha"]);
  expect(sorted("-size")).toEqual(["/a", "/b", "/Alpha", "/file 9", "/file 10"]);
  expect(sorted("modified")).toEqual(["/a", "/b", "/file 10", "/Alpha", "/file 9"]);
});
