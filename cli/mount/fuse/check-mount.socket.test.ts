import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { UsageError } from "@/lib/usage-error";

import { checkDirectory, deviceError } from "./check-mount";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "tidemark mount "));
});
afterEach(() => rmSync(root, { recursive: true }));

test("an empty directory is returned as an absolute path without symbolic links", async () => {
  mkdirSync(path.join(root, "real"));
  symlinkSync("real", path.join(root, "link"));
  expect(await checkDirectory(path.join(root, "link"), false)).toBe(path.join(root, "real"));
});

test("what cannot be mounted on is refused in one line", async () => {
  writeFileSync(path.join(root, "file"), "");
  const refusals = [
    [path.join(root, "missing"), "does not exist: run"],
    [path.join(root, "file"), "is not a directory"],
    [root, "is not empty"],
    ["/proc", "/proc is already mounted: unmount it or choose another directory"],
  ] as const;
  for (const [directory, message] of refusals) {
    const error = await checkDirectory(directory, false).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("\n");
  }
});

test.each([
  ["ENOENT", "this machine has no /dev/fuse"],
  ["ENODEV", "this machine has no /dev/fuse"],
  ["EACCES", 'run "chmod 666 /dev/fuse" as root'],
  ["EPERM", "start it with --device /dev/fuse"],
])("an error %s of the device says what to do", (code, message) => {
  const error = deviceError(Object.assign(new Error(code), { code }));
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(message);
});
