import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { constants, mkdtempSync, rmdirSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { hasFuse } from "@/testing/fuse/has-fuse";
import { type MemoryKind, type MemoryMount, mountMemory } from "@/testing/fuse/mount-memory";

import { unmountFuse } from "./mount-point";

// Only asynchronous calls touch the mount: a synchronous one that hangs would stop the deadlines too.
const { isUsable, reason } = await hasFuse();
const suite = describe.skipIf(!isUsable);
const title = (text: string) => (isUsable ? text : `${text} (not run: ${reason})`);
const DEADLINE = { timeout: 60_000 };

let root: string;
let mount: MemoryMount;
const at = (...names: string[]) => path.join(root, ...names);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: NodeJS.ErrnoException) => error.code,
  );
const start = async (kind: MemoryKind) => void (mount = await mountMemory(root, kind));
/** Runs a command, with its own deadline: a hanging one cannot be waited for. */
const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { timeout: 20_000, killSignal: "SIGKILL" });
const isMounted = async () => (await fs.readFile("/proc/mounts", "utf8")).includes(` ${root} `);

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "tidemark-fuse-"));
});
afterEach(async () => {
  const { child } = mount;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit").then(() => true);
    child.kill("SIGKILL");
    // A deadlock in the kernel outlives the signal. This ends the requests, even if it reports a busy mount.
    if (!(await Promise.race([ended, sleep(3_000, false)]))) await code(run("umount", "-f", root));
    await ended;
  }
  if (await isMounted()) await unmountFuse(root);
  rmdirSync(root);
  expect(mount.errors()).toBe("");
}, DEADLINE.timeout);

suite.each(["results", "promises"] as const)(title("a filesystem of %s"), DEADLINE, (kind) => {
  beforeEach(() => start(kind));

  test("files are created, written, read, cut and removed", async () => {
    await fs.writeFile(at("a"), "hello");
    await fs.appendFile(at("a"), " world");
    expect(await fs.readFile(at("a"), "utf8")).toBe("hello world");
    expect(await code(fs.writeFile(at("a"), "", { flag: "wx" }))).toBe("EEXIST");
    await fs.truncate(at("a"), 5);
    await fs.truncate(at("a"), 8);
    expect(await fs.readFile(at("a"), "latin1")).toBe("hello\0\0\0");
    await fs.unlink(at("a"));
    expect(await code(fs.stat(at("a")))).toBe("ENOENT");
    expect(await fs.readdir(root)).toEqual([]);
  });

  test("10 MB arrive as they were written, by several writers at once", async () => {
    const data = randomBytes(10_000_000);
    const file = await fs.open(at("big"), "w+");
    const part = 100_000;
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => file.write(data, index * part, part, index * part)),
    );
    await file.sync();
    await file.close();
    const { stdout } = await run("sha256sum", at("big"));
    expect(stdout.slice(0, 64)).toBe(createHash("sha256").update(data).digest("hex"));
  });

  test("directories, renames and exchanges", async () => {
    await fs.mkdir(at("one", "two"), { recursive: true });
    await fs.writeFile(at("one", "file"), "1");
    await fs.rename(at("one", "file"), at("one", "two", "moved"));
    expect(await fs.readdir(at("one", "two"))).toEqual(["moved"]);
    expect(await code(fs.rmdir(at("one")))).toBe("ENOTEMPTY");
    await fs.writeFile(at("other"), "2");
    await fs.rename(at("other"), at("one", "two", "moved"));
    expect(await fs.readFile(at("one", "two", "moved"), "utf8")).toBe("2");
    await fs.writeFile(at("kept"), "3");
    await run("mv", "-n", at("kept"), at("one", "two", "moved"));
    expect(await fs.readFile(at("one", "two", "moved"), "utf8")).toBe("2");
    expect((await fs.stat(at("one"))).nlink).toBe(3);
    await fs.rm(at("one"), { recursive: true });
    expect(await fs.readdir(root)).toEqual(["kept"]);
  });

  test("hard links share a node; symbolic links lead to their target", async () => {
    await fs.writeFile(at("a"), "text");
    await fs.link(at("a"), at("b"));
    const [a, b] = await Promise.all([fs.stat(at("a")), fs.stat(at("b"))]);
    expect([b.ino, b.nlink, a.nlink]).toEqual([a.ino, 2, 2]);
    await fs.unlink(at("a"));
    expect((await fs.stat(at("b"))).nlink).toBe(1);
    await fs.symlink("b", at("übersicht"));
    expect(await fs.readlink(at("übersicht"))).toBe("b");
    expect(await fs.readFile(at("übersicht"), "utf8")).toBe("text");
  });

  test("special files keep their type and number", async () => {
    await run("mkfifo", at("pipe"));
    expect((await fs.stat(at("pipe"))).isFIFO()).toBe(true);
  });

  test("a file that is open outlives its name", async () => {
    const file = await fs.open(at("a"), "w+");
    await file.write("before");
    await fs.unlink(at("a"));
    await file.write(" after");
    expect((await file.stat()).nlink).toBe(0);
    expect(await file.read(Buffer.alloc(20), 0, 20, 0)).toMatchObject({ bytesRead: 12 });
    await file.close();
    await expect.poll(() => mount.send({ op: "count" })).toEqual({ nodes: 1, interrupted: 0 });
  });

  test("3,000 names are listed once each, with their attributes", async () => {
    const names = Array.from(
      { length: 3_000 },
      (_, index) => `${index} ${"x".repeat(index % 200)}`,
    );
    for (const name of names) await fs.writeFile(at(name), "");
    expect((await fs.readdir(root)).toSorted()).toEqual(names.toSorted());
    const { stdout } = await run("find", root, "-type", "f", "-size", "0", "-printf", "%f\n");
    expect(stdout.trimEnd().split("\n").toSorted()).toEqual(names.toSorted());
    expect((await run("ls", "-a", root)).stdout.split("\n").slice(0, 2)).toEqual([".", ".."]);
    const opened = await fs.opendir(root, { bufferSize: 10 });
    for await (const { name } of opened) await fs.unlink(at(name));
    expect(await fs.readdir(root)).toEqual([]);
  });

  test("times have nanoseconds and may precede 1970; modes obey the umask", async () => {
    await fs.writeFile(at("a"), "");
    await run("touch", "-m", "-d", "1969-12-31T23:59:58.123456789Z", at("a"));
    const { mtimeNs } = await fs.stat(at("a"), { bigint: true });
    expect(mtimeNs).toBe(-1_876_543_211n);
    await run("sh", "-c", `umask 027; mkdir '${at("d")}'; chmod 4750 '${at("a")}'`);
    const modes = await Promise.all([fs.stat(at("d")), fs.stat(at("a"))]);
    expect(modes.map(({ mode }) => mode.toString(8))).toEqual(["40750", "104750"]);
  });

  test("limits: a full disk, sizes beyond reason, names that are not UTF-8", async () => {
    const { bsize, blocks } = await fs.statfs(root);
    expect(bsize * blocks).toBe(64 * 1024 * 1024);
    await fs.writeFile(at("half"), Buffer.alloc(32 * 1024 * 1024));
    expect(await code(fs.writeFile(at("full"), Buffer.alloc(33 * 1024 * 1024)))).toBe("ENOSPC");
    expect(await code(fs.truncate(at("half"), 2 ** 41))).toBe("EFBIG");
    await expect(run("truncate", "-s", "4E", at("half"))).rejects.toThrow("File too large");
    expect(await code(fs.stat(Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff)])))).toBe(
      "EILSEQ",
    );
    expect(await code(fs.writeFile(at("n".repeat(300)), ""))).toBe("ENAMETOOLONG");
    await fs.unlink(at("full"));
    await run("fallocate", "-l", "100000", at("space"));
    expect((await fs.stat(at("space"))).size).toBe(100_000);
  });

  test("what changed elsewhere is seen once the kernel is notified, and not before", async () => {
    await fs.writeFile(at("a"), "old");
    expect(await fs.readFile(at("a"), "utf8")).toBe("old");
    await mount.send({ op: "write", name: "a", text: "new", notify: false });
    expect(await fs.readFile(at("a"), "utf8")).toBe("old");
    await mount.send({ op: "write", name: "a", text: "newest", notify: true });
    expect(await fs.readFile(at("a"), "utf8")).toBe("newest");

    for (const name of ["b", "c"]) expect(await code(fs.stat(at(name)))).toBe("ENOENT");
    expect(await fs.readdir(root)).toEqual(["a"]);
    await mount.send({ op: "add", name: "b", notify: false });
    expect(await code(fs.stat(at("b")))).toBe("ENOENT");
    await mount.send({ op: "add", name: "c", notify: true });
    expect(await code(fs.stat(at("c")))).toBe("ok");
    expect(await fs.readdir(root)).toEqual(["a", "b", "c"]);

    if (await mount.send({ op: "invalidateAll" })) expect(await code(fs.stat(at("b")))).toBe("ok");
    await mount.send({ op: "invalidateUnknown" });
  });

  test("the kernel is notified of a directory that it has locked", async () => {
    await fs.writeFile(at("sibling"), "");
    const names = Array.from({ length: 50 }, (_, index) => at(`d${index}`));
    await Promise.all(
      names.map(async (name) => {
        await fs.mkdir(name);
        await fs.stat(at("sibling"));
      }),
    );
    expect(await fs.readdir(root)).toHaveLength(51);
  });
});

suite(title("the life of a mount"), DEADLINE, () => {
  test("after kill -9 the mount fails until it is unmounted, and mounts again", async () => {
    await start("results");
    const file = await fs.open(at("a"), "w");
    mount.child.kill("SIGKILL");
    await once(mount.child, "exit");
    expect(await code(fs.stat(root))).toBe("ENOTCONN");
    expect(await code(file.write("x"))).toBe("ENOTCONN");
    await file.close().catch(() => undefined);
    await expect(mountMemory(root, "results")).rejects.toThrow("is already mounted");
    await unmountFuse(root);
    await expect(unmountFuse(root)).rejects.toThrow(/nothing is mounted|not found|not mounted/);
    await start("results");
    await fs.writeFile(at("a"), "again");
    expect(await fs.readFile(at("a"), "utf8")).toBe("again");
  });

  test("an unmount ends the session and the process", async () => {
    await start("results");
    await fs.writeFile(at("a"), "");
    const exit = once(mount.child, "exit");
    await unmountFuse(root);
    expect(await exit).toEqual([0, null]);
  });

  test("the process can end while a file of the unmounted filesystem is open", async () => {
    await start("results");
    const file = await fs.open(at("a"), "w");
    const exit = once(mount.child, "exit");
    mount.child.send({ op: "unmountAndExit" });
    expect(await exit).toEqual([7, null]);
    expect(await code(file.write("x"))).toBe("ENOTCONN");
    await file.close().catch(() => undefined);
  });

  test("a read-only mount refuses changes; the options are the kernel's", async () => {
    await start("read-only");
    expect(await code(fs.writeFile(at("a"), ""))).toBe("EROFS");
    expect(await code(fs.access(root, constants.W_OK))).toBe("EROFS");
    const mounts = (await fs.readFile("/proc/mounts", "utf8")).split("\n");
    const [source, , type, options] = mounts.find((line) => line.includes(root))!.split(" ");
    expect([source, type]).toEqual(["tidemark,\\040testing", "fuse.tidemark"]);
    for (const option of ["ro", "nosuid", "nodev", "default_permissions"])
      expect(options!.split(",")).toContain(option);
  });
});
