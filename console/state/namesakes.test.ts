import { expect, test } from "vitest";

import { namesakesOf, withMarks } from "./namesakes";

test("only filesystems of the same name are marked with the end of their ids", () => {
  const filesystems = [
    { id: "fs_01kb3x6v7cf2dsk8xkqz4n5w9a", name: "scans" },
    { id: "fs_01kb3x6v7cf2dsk8xkqz4aaaaa", name: "exports" },
    { id: "fs_01kb3x6v7cf2dsk8xkqz4bbbbb", name: "scans" },
  ];
  expect([...namesakesOf(filesystems).values()]).toEqual(["…4n5w9a", "…4bbbbb"]);
  expect(withMarks(filesystems).map(({ name }) => name)).toEqual([
    "scans …4n5w9a",
    "exports",
    "scans …4bbbbb",
  ]);
});
