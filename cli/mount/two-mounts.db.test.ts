import fs from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { hasFuse } from "@/testing/fuse/has-fuse";
import { expectAgreement } from "@/testing/mount-agreement";
import { startMountService } from "@/testing/mount-service";
import { mountIn, releaseMounts, type TestMount } from "@/testing/mounting";
import type { TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

// Only asynchronous calls touch a mount, so that one that hangs fails.
const { isUsable, reason } = await hasFuse();
const title = isUsable ? "two mounts" : `two mounts (not run: ${reason})`;
const DEADLINE = { timeout: 60_000 };

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let one: TestMount;
let two: TestMount;
const inOne = (...names: string[]) => path.join(one.directory, ...names);
const inTwo = (...names: string[]) => path.join(two.directory, ...names);

beforeAll(async () => {
  service = await startMountService();
  tenant = await createTenant(service);
});
afterAll(async () => {
  await releaseMounts();
  await service.close();
}, DEADLINE.timeout);

/** The result, or the code of the error. */
const outcome = <T>(promise: Promise<T>): Promise<T | string> =>
  promise.catch((error: NodeJS.ErrnoException) => error.code ?? String(error));
const textOf = (file: string) => outcome(fs.readFile(file, "utf8"));
const shows = (file: string, text: string) =>
  eventually(`${text} in ${file}`, async () => (await textOf(file)) === text);
/** Everything that the first mount changed so far has reached the second one. */
let markers = 0;
const feedOfTwo = async () => {
  const name = `marker-${(markers += 1)}`;
  await fs.writeFile(inOne(name), name);
  await shows(inTwo(name), name);
};
const modeOf = async (file: string) => ((await fs.stat(file)).mode & 0o777).toString(8);
const api = async (method: string, route: string, body?: string | object) => {
  const { status } = await call(service, tenant.key, method, `${base}/${route}`, body);
  expect([method, route, status < 300]).toEqual([method, route, true]);
};

describe.skipIf(!isUsable)(title, DEADLINE, () => {
  beforeAll(async () => {
    const filesystem = await createFilesystem(service, tenant);
    base = filesystem.base;
    const { id } = filesystem;
    [one, two] = await Promise.all([
      mountIn(service, tenant, id),
      mountIn(service, tenant, id, { durability: "behind" }),
    ]);
  }, DEADLINE.timeout);

  test("a new name is seen where it was looked up as missing and where it was not listed", async () => {
    expect(await textOf(inTwo("new"))).toBe("ENOENT");
    expect(await fs.readdir(two.directory)).not.toContain("new");
    await fs.writeFile(inOne("new"), "from one");
    await shows(inTwo("new"), "from one");
    expect(await fs.readdir(two.directory)).toContain("new");
    await fs.writeFile(inTwo("newer"), "from two");
    await shows(inOne("newer"), "from two");
  });

  test("new contents replace cached ones, also of the same size and time", async () => {
    await fs.writeFile(inOne("text"), "before");
    await shows(inTwo("text"), "before");
    const { atime, mtime } = await fs.stat(inOne("text"));
    await fs.writeFile(inOne("text"), "after!");
    await fs.utimes(inOne("text"), atime, mtime);
    await shows(inTwo("text"), "after!");
    await fs.appendFile(inTwo("text"), " more");
    await shows(inOne("text"), "after! more");
    await fs.truncate(inOne("text"), 3);
    await shows(inTwo("text"), "aft");
  });

  test("chmod, times, deletions and links", async () => {
    await fs.writeFile(inOne("file"), "x");
    await shows(inTwo("file"), "x");
    await fs.chmod(inOne("file"), 0o751);
    await eventually("the mode", async () => (await modeOf(inTwo("file"))) === "751");
    await fs.utimes(inTwo("file"), 1, 1_000_000.25);
    await eventually(
      "the time",
      async () => (await fs.stat(inOne("file"))).mtimeMs === 1_000_000_250,
    );
    await fs.link(inOne("file"), inOne("hard"));
    await fs.symlink("file", inOne("soft"));
    await shows(inTwo("soft"), "x");
    const [file, hard] = await Promise.all(["file", "hard"].map((name) => fs.stat(inTwo(name))));
    expect([hard?.ino, hard?.nlink]).toEqual([file?.ino, 2]);
    await fs.unlink(inTwo("file"));
    await eventually("the deletion", async () => (await textOf(inOne("file"))) === "ENOENT");
    expect((await fs.stat(inOne("hard"))).nlink).toBe(1);
    expect(await textOf(inOne("soft"))).toBe("ENOENT");
    expect(await textOf(inOne("hard"))).toBe("x");
  });

  test("a write by another name of a file is seen, also one in a directory that was never read", async () => {
    await fs.writeFile(inOne("known"), "before");
    await shows(inTwo("known"), "before");
    await fs.mkdir(inOne("unread"));
    await fs.link(inOne("known"), inOne("unread", "other"));
    await fs.writeFile(inOne("unread", "other"), "by the other name");
    await shows(inTwo("known"), "by the other name");
    expect((await fs.stat(inTwo("known"))).nlink).toBe(2);
    await fs.unlink(inOne("unread", "other"));
    await eventually("one link less", async () => (await fs.stat(inTwo("known"))).nlink === 1);
  });

  test("a file that others link by a name that is being created here is one file", async () => {
    const file = await fs.open(inTwo("linked"), "w");
    await file.write("by the new name");
    await fs.writeFile(inOne("original"), "before");
    await shows(inTwo("original"), "before");
    await fs.link(inOne("original"), inOne("linked"));
    await feedOfTwo();
    await file.close();
    await fs.stat(inTwo("original"));
    await shows(inOne("original"), "by the new name");
    await shows(inTwo("original"), "by the new name");
    await fs.writeFile(inOne("original"), "by the old name");
    await shows(inTwo("linked"), "by the old name");
    await fs.unlink(inOne("original"));
    await eventually("one link less", async () => (await fs.stat(inTwo("linked"))).nlink === 1);
  });

  test("what others create by a name is seen once a file that was never stored has left it", async () => {
    for (const [name, leave] of [
      ["left", (from: string) => fs.rename(from, inTwo("final"))],
      ["removed", (from: string) => fs.unlink(from)],
    ] as const) {
      const file = await fs.open(inTwo(name), "w");
      await file.write("mine");
      await fs.writeFile(inOne(name), "theirs");
      await feedOfTwo();
      await leave(inTwo(name));
      await shows(inTwo(name), "theirs");
      await file.close();
    }
    await shows(inOne("final"), "mine");
    expect(await textOf(inOne("removed"))).toBe("theirs");
  });

  test("a directory that is renamed takes along what is cached below it", async () => {
    await fs.mkdir(inOne("old", "deep"), { recursive: true });
    await fs.writeFile(inOne("old", "deep", "file"), "below");
    await shows(inTwo("old", "deep", "file"), "below");
    expect(await textOf(inTwo("moved", "deep", "file"))).toBe("ENOENT");
    await fs.rename(inOne("old"), inOne("moved"));
    await shows(inTwo("moved", "deep", "file"), "below");
    await eventually("the old name", async () => (await textOf(inTwo("old"))) === "ENOENT");
    await fs.writeFile(inTwo("moved", "deep", "file"), "changed");
    await shows(inOne("moved", "deep", "file"), "changed");
    await fs.rm(inOne("moved"), { recursive: true });
    await eventually("the deletion", async () => (await textOf(inTwo("moved"))) === "ENOENT");
  });

  test("changes by the API are seen in both", async () => {
    for (const file of [inOne("api"), inTwo("api")]) expect(await textOf(file)).toBe("ENOENT");
    await api("PUT", "files?path=/api", "first");
    for (const file of [inOne("api"), inTwo("api")]) await shows(file, "first");
    await api("PUT", "files?path=/api", "second");
    for (const file of [inOne("api"), inTwo("api")]) await shows(file, "second");
    await api("PATCH", "files?path=/api", { mode: "0640" });
    for (const file of [inOne("api"), inTwo("api")])
      await eventually("the mode", async () => (await modeOf(file)) === "640");
    await api("POST", "files:move", { from: "/api", to: "/renamed" });
    for (const file of [inOne("renamed"), inTwo("renamed")]) await shows(file, "second");
    await api("POST", "directories", { path: "/a" });
    await api("PUT", "files?path=/a/b", "below");
    for (const at of [inOne, inTwo]) await shows(at("a", "b"), "below");
    await api("DELETE", "files?path=/a&recursive=true");
    for (const file of [inOne("a"), inTwo("a")])
      await eventually("the deletion", async () => (await textOf(file)) === "ENOENT");
  });

  test("an open file keeps its contents after it is deleted elsewhere", async () => {
    await fs.writeFile(inOne("kept"), "still here");
    await shows(inTwo("kept"), "still here");
    const file = await fs.open(inTwo("kept"), "r+");
    await fs.unlink(inOne("kept"));
    await eventually("the deletion", async () => (await textOf(inTwo("kept"))) === "ENOENT");
    expect(await file.readFile("utf8")).toBe("still here");
    await file.write("STILL", 0);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    expect(buffer.toString("utf8", 0, bytesRead)).toBe("STILL here");
    await file.close();
    expect([await textOf(inOne("kept")), await textOf(inTwo("kept"))]).toEqual([
      "ENOENT",
      "ENOENT",
    ]);
  });

  test("of two writers the last one to close wins", async () => {
    await fs.writeFile(inOne("contested"), "original");
    await shows(inTwo("contested"), "original");
    const files = await Promise.all([inOne, inTwo].map((at) => fs.open(at("contested"), "w")));
    await files[1]!.write("second writer");
    await files[0]!.write("first writer");
    await files[1]!.sync();
    await files[1]!.close();
    await files[0]!.close();
    for (const at of [inOne, inTwo]) await shows(at("contested"), "first writer");
  });

  test("in the end the API and both mounts agree", () =>
    expectAgreement({ service, key: tenant.key, base, folder: "/" }, one.directory, two.directory));
});
