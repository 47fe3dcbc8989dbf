import { once } from "node:events";

import type { ClientChannel, Stats } from "ssh2";
import { beforeEach, expect, test } from "vitest";

import { recordStatements } from "@/testing/plans";
import { done } from "@/testing/sftp";
import { useSftp } from "@/testing/sftp-of-a-test";

const { client, sftp, open, send } = useSftp();

beforeEach(async () => {
  await done((cb) => sftp().mkdir("/real", cb));
  await send("POST", "/files:symlink", { path: "/link", target: "real" });
});

const tree = async () =>
  (await send("GET", "/entries?path=/&recursive=true")).body.entries.map(
    ({ path }: { path: string }) => path,
  );
const write = (path: string, data: string) => done((cb) => sftp().writeFile(path, data, cb));

test("names are made, moved and removed in a directory that a link leads to", async () => {
  await done((cb) => sftp().mkdir("/link/made", cb));
  await write("/link/made/a", "1");
  await done((cb) => sftp().rename("/link/made/a", "/link/b", cb));
  await done((cb) => sftp().ext_openssh_hardlink("/link/b", "/link/c", cb));
  await done((cb) => sftp().symlink("/link/d", "b", cb));
  await done((cb) => sftp().setstat("/link/d", { mode: 0o600 }, cb));
  expect(await tree()).toEqual(["/link", "/real", "/real/b", "/real/c", "/real/d", "/real/made"]);
  expect((await send("GET", "/files:stat?path=/real/c")).body).toMatchObject({
    mode: "0600",
    nlink: 2,
  });
  await done((cb) => sftp().rmdir("/link/made", cb));
  for (const name of ["b", "d"]) await done((cb) => sftp().unlink(`/link/${name}`, cb));
  await done((cb) => sftp().ext_openssh_rename("/link", "/moved", cb));
  expect(await tree()).toEqual(["/moved", "/real", "/real/c"]);
});

test("a file is created where a link leads to, and read, resolved and summed through it", async () => {
  await done((cb) => sftp().symlink("/later", "real/not-yet", cb));
  await write("/later", "tide");
  expect((await send("GET", "/files?path=/real/not-yet")).body).toBe("tide");
  expect(await done((cb) => sftp().realpath("/link/../later", cb))).toBe("/real/not-yet");
  expect(await done((cb) => sftp().realpath("/link/new", cb))).toBe("/real/new");
  const channel = await done<ClientChannel>((cb) => client().exec("md5sum /later", cb));
  const [sum] = await once(channel, "data");
  expect(String(sum)).toBe("97dc284cf580da5ebef4aa4b47c13dce  /later\n");
});

test("a stat through two links is one statement for each walk, however deep they are", async () => {
  const statements: number[] = [];
  for (const depth of [20, 2_000]) {
    const [above, behind] = [`/top${depth}${"/a".repeat(depth / 2)}`, "/b".repeat(depth / 2 - 5)];
    const made = { path: `${above}/n${behind}`, parents: true };
    expect((await send("POST", "/directories", made)).status).toBe(201);
    await send("POST", "/files:symlink", { path: `${above}/l`, target: "m" });
    await send("POST", "/files:symlink", { path: `${above}/m`, target: "n" });
    const sent = await recordStatements(async () => {
      const found = await done<Stats>((cb) => sftp().stat(`${above}/l${behind}`, cb));
      expect(found.isDirectory()).toBe(true);
    });
    statements.push(sent.filter(({ text }) => text.includes("entry_")).length);
  }
  expect(statements).toEqual([3, 3]);
});

test("links in a circle, files in the place of a directory, and a link in the place of a new file are refused", async () => {
  await done((cb) => sftp().symlink("/circle", "circle", cb));
  await done((cb) => sftp().symlink("/later", "real/not-yet", cb));
  await write("/file", "1");
  await expect(done((cb) => sftp().mkdir("/circle/a", cb))).rejects.toThrow("Too many");
  await expect(write("/circle", "1")).rejects.toThrow("Too many");
  const exclusive = done((cb) => sftp().open("/later", "wx", cb));
  await expect(exclusive).rejects.toThrow("symbolic link");
  await expect(done((cb) => sftp().mkdir("/file/a", cb))).rejects.toThrow("not a directory");
  const channel = await done<ClientChannel>((cb) => client().exec("md5sum /circle", cb));
  channel.resume();
  const [code] = await once(channel, "exit");
  expect(code).toBe(1);
});

test("what a second handle writes while the first one is closed is kept, also through a link", async () => {
  let expected = "";
  for (let round = 0; round < 10; round++) {
    const first = await open("/real/log", "a");
    await done((cb) => sftp().write(first, Buffer.from("1"), 0, 1, 0, cb));
    const closed = done((cb) => sftp().close(first, cb));
    const second = await open("/link/log", "a");
    await done((cb) => sftp().write(second, Buffer.from("2"), 0, 1, 0, cb));
    await Promise.all([closed, done((cb) => sftp().close(second, cb))]);
    expected += "12";
    expect((await send("GET", "/files?path=/real/log")).body).toBe(expected);
  }
});
