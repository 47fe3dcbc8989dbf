import { closeSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { hasFuse, isInstalled } from "@/testing/fuse/has-fuse";

import { mountWithFusermount, unmountWithFusermount } from "./fusermount";
import { loadLibc } from "./libc";

const originalPath = process.env["PATH"] ?? "";
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-fusermount-"));
});
afterEach(() => {
  process.env["PATH"] = originalPath;
  rmSync(directory, { recursive: true });
});

const hasLibc = await loadLibc().then(
  () => true,
  () => false,
);

/** Lets a script run in place of the program. */
function replaceFusermount(script: string): void {
  writeFileSync(path.join(directory, "fusermount3"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env["PATH"] = directory;
}
const mount = async () => mountWithFusermount(await loadLibc(), "/tmp", ["fsname=test"]);

describe.skipIf(!hasLibc)(
  `fusermount3${hasLibc ? "" : " (not run: no Linux, or no koffi)"}`,
  () => {
    test("if it is missing, the error names the package", async () => {
      process.env["PATH"] = directory;
      await expect(mount()).rejects.toThrow("install the package fuse3");
      await expect(unmountWithFusermount("/tmp")).rejects.toThrow("install the package fuse3");
    });

    test("its own message is the error", async () => {
      replaceFusermount("echo 'fusermount3: mountpoint is not yours' >&2; exit 1");
      await expect(mount()).rejects.toThrow(/^fusermount3: mountpoint is not yours$/);
      replaceFusermount("exit 3");
      await expect(mount()).rejects.toThrow("fusermount3 exited with 3");
    });

    test("success without a descriptor is an error", async () => {
      replaceFusermount("exit 0");
      await expect(mount()).rejects.toThrow("fusermount3 mounted nothing");
    });
  },
);

const fuse = await hasFuse();
const hasProgram = await isInstalled("fusermount3");
const why = fuse.isUsable ? "fusermount3 is not installed" : fuse.reason;
const canRun = fuse.isUsable && hasProgram;

test.skipIf(!canRun)(
  `the real one mounts and unmounts${canRun ? "" : ` (not run: ${why})`}`,
  async () => {
    const target = path.join(directory, "mount");
    mkdirSync(target);
    const fd = await mountWithFusermount(await loadLibc(), target, ["fsname=test", "nosuid"]);
    const mounted = () => readFileSync("/proc/mounts", "utf8").includes(`test ${target} fuse `);
    expect(mounted()).toBe(true);
    await unmountWithFusermount(target);
    expect(mounted()).toBe(false);
    closeSync(fd);
  },
);
