import { expect, test } from "vitest";

import { UsageError } from "@/lib/usage-error";

import { nameOf, readLocation, readRemoteLocation } from "./location";

const fs = "fs_01kb3x6v7cf2dsk8xkqz4n5w9a";

test("a path of a filesystem differs from a local one as with scp", () => {
  const remote = { fsId: fs, path: "/a b/c", isDirectory: false };
  expect(readLocation(`${fs}:/a b//c`)).toEqual(remote);
  expect(readLocation(`${fs}:a b/c/`)).toEqual({ ...remote, isDirectory: true });
  expect(readLocation(`${fs}:`)).toEqual({ fsId: fs, path: "/", isDirectory: true });
  for (const local of [fs, `./${fs}:/a`, "C:/a", "a:b"])
    expect(readLocation(local)).toMatchObject({ fsId: null, path: local });
  expect(readRemoteLocation(fs)).toMatchObject({ fsId: fs, path: "/" });
});

test.each([`${fs}:/a/../b`, `${fs}:.`, `${fs}:/a\0`, "fs_x:/a", ""])("%j is no path", (text) => {
  expect(() => readLocation(text)).toThrow(UsageError);
});

test("a local path is none of a filesystem", () => {
  expect(() => readRemoteLocation("./a")).toThrow(UsageError);
});

test("the last name of a path", () => {
  expect(["/a/b", "a/", "/", "../x"].map(nameOf)).toEqual(["b", "a", "", "x"]);
});
