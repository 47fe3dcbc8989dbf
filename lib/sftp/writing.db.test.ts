import { once } from "node:events";

import { expect, test } from "vitest";

import { done } from "@/testing/sftp";
import { useSftp } from "@/testing/sftp-of-a-test";
import { call } from "@/testing/tenant";

const { service, tenant, client, sftp, reconnect, open, write, close, get } = useSftp();

async function cut() {
  const closed = once(client(), "close");
  client().destroy();
  await closed;
}

const sizeOf = async (path: string) =>
  (await done<{ size: number }>((callback) => sftp().stat(path, callback))).size;
const stat = async (path: string) =>
  (await call(service(), tenant().key, "GET", `${tenant().base}/files:stat?path=${path}`)).body;
const events = async () => {
  const { body } = await call(
    service(),
    tenant().key,
    "GET",
    `${tenant().base}/changes?cursor=0&fields=stat`,
  );
  return body.events.map(
    (event: { type: string; path: string; origin: string; author: string }) =>
      `${event.type} ${event.path} ${event.origin} ${event.author}`,
  );
};

test("a file appears when it is closed, as one change of the session", async () => {
  const handle = await open("/a.txt", "w");
  await write(handle, Buffer.from("half"), 0);
  expect(await get("/a.txt")).toBe(404);
  expect(await sizeOf("/a.txt")).toBe(4);
  await done((callback) => sftp().fchmod(handle, 0o640, callback));
  await done((callback) => sftp().futimes(handle, 1_700_000_000, 1_700_000_000, callback));
  await write(handle, Buffer.from(" and half"), 4);
  await done((callback) => sftp().futimes(handle, 1_700_000_000, 1_700_000_000, callback));
  await close(handle);
  expect(await get("/a.txt")).toBe("half and half");
  expect(await stat("/a.txt")).toMatchObject({
    mode: "0640",
    modified_at: "2023-11-14T22:13:20.000Z",
  });
  const author = `mount:${tenant().session}`;
  expect(await events()).toEqual([`created /a.txt mount ${author}`]);
});

test("fsync publishes what is there, and the rest follows", async () => {
  const handle = await open("/log", "w");
  await write(handle, Buffer.from("one "), 0);
  await done((callback) => sftp().ext_openssh_fsync(handle, callback));
  expect(await get("/log")).toBe("one ");
  await write(handle, Buffer.from("two"), 4);
  await close(handle);
  expect(await get("/log")).toBe("one two");
});

test("half a file is never published, and its session can continue it", async () => {
  const data = Buffer.alloc(200_000, "tide");
  await write(await open("/new.bin", "w"), data.subarray(0, 150_000), 0);
  await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=/old.txt`, "as it was");
  await write(await open("/old.txt", "w"), Buffer.from("as"), 0);
  await cut();
  expect(await get("/new.bin")).toBe(404);
  expect(await get("/old.txt")).toBe("as it was");
  await reconnect();
  expect(await sizeOf("/new.bin")).toBe(150_000);
  const handle = await open("/new.bin", "r+");
  await write(handle, data.subarray(150_000), 150_000);
  await close(handle);
  expect(await sizeOf("/new.bin")).toBe(200_000);
  const { body } = await call(service(), tenant().key, "GET", `${tenant().base}/entries?path=/`);
  expect(
    body.entries.map(({ path, size }: { path: string; size: number }) => [path, size]),
  ).toEqual([
    ["/new.bin", 200_000],
    ["/old.txt", 9],
  ]);
});

test("a file that was closed before a cut is published", async () => {
  const handle = await open("/sent", "w");
  sftp().write(handle, Buffer.from("complete"), 0, 8, 0, () => undefined);
  await close(handle);
  await cut();
  expect(await get("/sent")).toBe("complete");
});

test("a file under way can be renamed, replaced, linked and removed", async () => {
  const part = await open("/movie.filepart", "w");
  await write(part, Buffer.from("scene 1"), 0);
  await done((callback) => sftp().rename("/movie.filepart", "/movie", callback));
  expect(await get("/movie")).toBe("scene 1");
  await write(part, Buffer.from(", scene 2"), 7);
  await close(part);
  expect(await get("/movie")).toBe("scene 1, scene 2");
  const gone = await open("/gone", "w");
  await write(gone, Buffer.from("x"), 0);
  await done((callback) => sftp().unlink("/gone", callback));
  await close(gone);
  expect(await get("/gone")).toBe(404);
  const linked = await open("/first", "w");
  await write(linked, Buffer.from("both"), 0);
  await done((callback) => sftp().ext_openssh_hardlink("/first", "/second", callback));
  await close(linked);
  expect(await get("/second")).toBe("both");
});

test("what follows a rename at once is done in order: of the file that was open, then of its new name", async () => {
  for (let round = 0; round < 10; round++) {
    const first = Buffer.alloc(200_000, `${round}`);
    const part = await open("/part", "w");
    await write(part, first, 0);
    const renamed = done((callback) => sftp().ext_openssh_rename("/part", "/whole", callback));
    const rest = [write(part, first, first.length), close(part)];
    const second = await open("/whole", "a");
    await Promise.all([renamed, ...rest]);
    expect(await get("/whole")).toBe(`${round}`.repeat(400_000));
    await write(second, Buffer.from("end"), 0);
    await close(second);
    expect(await get("/whole")).toBe(`${`${round}`.repeat(400_000)}end`);
  }
});

test("a rename replaces only as rename(2)", async () => {
  for (const path of ["/from", "/to"]) await close(await open(path, "w"));
  const plain = done((callback) => sftp().rename("/from", "/to", callback));
  await expect(plain).rejects.toThrow(/exists/);
  await done((callback) => sftp().ext_openssh_rename("/from", "/to", callback));
  expect(await get("/from")).toBe(404);
});

test("an exclusive creation that loses changes nothing", async () => {
  const handle = await open("/lock", "wx");
  await write(handle, Buffer.from("mine"), 0);
  await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=/lock`, "theirs");
  await expect(close(handle)).rejects.toThrow();
  expect(await get("/lock")).toBe("theirs");
  await expect(open("/lock", "wx")).rejects.toThrow(/exists/);
});

test("parts of a file are changed and cut off in place", async () => {
  await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=/a`, "0123456789");
  const handle = await open("/a", "r+");
  await write(handle, Buffer.from("xy"), 3);
  const read = await done<Buffer>((callback) =>
    sftp().read(handle, Buffer.alloc(10), 0, 10, 0, (error, _, data) => callback(error, data)),
  );
  expect(read.toString()).toBe("012xy56789");
  await close(handle);
  const more = await open("/a", "a");
  await write(more, Buffer.from("+"), 0);
  await close(more);
  await done((callback) => sftp().setstat("/a", { size: 5 }, callback));
  expect(await get("/a")).toBe("012xy");
});

test("symbolic links are followed inside the filesystem only", async () => {
  await done((callback) => sftp().mkdir("/real", callback));
  // OpenSSH's order, which this client only uses with OpenSSH.
  await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=/real/a`, "found");
  await done((callback) => sftp().symlink("/link", "real", callback));
  await done((callback) => sftp().symlink("/out", "../../../etc/passwd", callback));
  await done((callback) => sftp().symlink("/circle", "circle", callback));
  expect((await done<Buffer>((callback) => sftp().readFile("/link/a", callback))).toString()).toBe(
    "found",
  );
  expect(await done((callback) => sftp().readlink("/link", callback))).toBe("real");
  const names = await done<{ filename: string }[]>((callback) => sftp().readdir("/link", callback));
  expect(names.map(({ filename }) => filename)).toContain("a");
  await expect(sizeOf("/out")).rejects.toThrow("Nothing exists");
  await expect(sizeOf("/circle")).rejects.toThrow("Too many symbolic links");
});

test("a symbolic link has the target that the files API takes", async () => {
  for (const target of ["", "a\0b", "x".repeat(4_097)]) {
    const made = done((callback) => sftp().symlink("/link", target, callback));
    await expect(made).rejects.toThrow("The target is not valid");
  }
  const longest = "x".repeat(4_096);
  await done((callback) => sftp().symlink("/link", longest, callback));
  expect(await done((callback) => sftp().readlink("/link", callback))).toBe(longest);
});

test("a large file is what was written, read from its start and at random", async () => {
  const data = Buffer.alloc(3_000_000);
  for (let i = 0; i < data.length; i += 4) data.writeUInt32LE((i * 2_654_435_761) >>> 0, i);
  await done((callback) => sftp().writeFile("/big", data, callback));
  const back = await done<Buffer>((callback) => sftp().readFile("/big", callback));
  expect(back.equals(data)).toBe(true);
  const handle = await open("/big", "r");
  for (const at of [2_500_000, 100, 1_100, 2_100, 2_999_990, 65_530, 66_530, 66_500]) {
    const part = await done<Buffer>((callback) =>
      sftp().read(handle, Buffer.alloc(1000), 0, 1000, at, (error, size, buffer) =>
        callback(error, buffer.subarray(0, size)),
      ),
    );
    expect(part.equals(data.subarray(at, at + 1000))).toBe(true);
  }
  await close(handle);
});

test("a listing shows files under way", async () => {
  await call(service(), tenant().key, "PUT", `${tenant().base}/files?path=/b`, "1");
  const handle = await open("/a", "w");
  await write(handle, Buffer.from("12"), 0);
  const names = await done<{ filename: string; attrs: { size: number } }[]>((callback) =>
    sftp().readdir("/", callback),
  );
  const shown = names.map(({ filename, attrs }) => `${filename} ${attrs.size}`).toSorted();
  expect(shown).toEqual(["a 2", "b 1"]);
  await close(handle);
});

// chown(2) takes it for "as it is".
const UNCHANGED = 0xffffffff;

test("who changes the group alone leaves the owner, also of a file that is being written", async () => {
  await done((cb) => sftp().mkdir("/real", cb));
  await done((cb) => sftp().chown("/real", 7, 8, cb));
  await done((cb) => sftp().chown("/real", UNCHANGED, 5, cb));
  expect(await stat("/real")).toMatchObject({ uid: 7, gid: 5 });
  const handle = await open("/own", "w");
  await write(handle, Buffer.from("data"), 0);
  await done((cb) => sftp().fchown(handle, UNCHANGED, 5, cb));
  await done((cb) => sftp().fchown(handle, 9, UNCHANGED, cb));
  await close(handle);
  expect(await get("/own")).toBe("data");
  expect(await stat("/own")).toMatchObject({ uid: 9, gid: 5 });
});
