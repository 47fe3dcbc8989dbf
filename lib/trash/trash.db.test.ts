import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
import type { ApiResponse } from "@/testing/tenant";
import { createTrashClient, type TrashClient } from "@/testing/trash";

let service: TestService;
let client: TrashClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await createTrashClient(service);
});

const codeOf = async (response: Promise<ApiResponse>) => (await response).body.detail.code;
const events = async (cursor: number) => {
  const { body } = await client.send("GET", `/changes?cursor=${cursor}`);
  return body.events.map((e: { type: string; path: string }) => `${e.type} ${e.path}`);
};

test("a deleted directory comes back with its node ids, modes, times and contents", async () => {
  await client.put("/a/d/file", "content");
  await client.put("/a/d/sub/other");
  await client.send("PATCH", "/files?path=/a/d/file", {
    mode: "0751",
    modified_at: "2020-01-02T03:04:05.006Z",
  });
  const before = await Promise.all(["/a/d", "/a/d/file", "/a/d/sub/other"].map(client.stat));
  const item = await client.remove("/a/d");
  expect((await client.send("GET", "/trash")).body).toEqual([
    {
      id: item,
      path: "/a/d",
      type: "directory",
      size: 8,
      entries: 4,
      deleted_at: expect.any(String),
      deleted_by: `key:${client.tenant.keyId}`,
      expires_at: expect.any(String),
    },
  ]);
  expect(await client.usage()).toEqual({ bytes: 8, entries: 5, trash_bytes: 8, trash_entries: 4 });
  await client.remove("/a");
  const restored = await client.restore(item);
  expect(restored).toMatchObject({ status: 200, body: { path: "/a/d", type: "directory" } });
  const after = await Promise.all(["/a/d", "/a/d/file", "/a/d/sub/other"].map(client.stat));
  expect(after).toEqual([{ ...before[0], changed_at: after[0].changed_at }, ...before.slice(1)]);
  expect(await client.read("/a/d/file")).toBe("content");
  expect(await events(Number(restored.headers.get("x-cursor")) - 5)).toEqual([
    "created /a",
    "created /a/d",
    "created /a/d/file",
    "created /a/d/sub",
    "created /a/d/sub/other",
  ]);
  // The first /a is still in the trash.
  expect(await client.usage()).toEqual({ bytes: 8, entries: 6, trash_bytes: 0, trash_entries: 1 });
  expect((await client.restore(item)).status).toBe(404);
});

test("what is in the trash is nowhere else", async () => {
  await client.put("/d/needle", "content");
  await client.remove("/d");
  expect((await client.send("GET", "/entries?path=/&recursive=true")).body.entries).toEqual([]);
  expect(
    (await client.send("GET", "/search?path=/&query=needle&recursive=true")).body.entries,
  ).toEqual([]);
  for (const route of ["/files?path=/d/needle", "/files:stat?path=/d", "/archive?path=/d"])
    expect((await client.send("GET", route)).status).toBe(404);
  expect((await client.send("POST", "/files:move", { from: "/d", to: "/e" })).status).toBe(404);
});

test("a taken path is a conflict, unless `to` or `overwrite` is given", async () => {
  await client.put("/f", "old");
  const [item] = [await client.remove("/f"), await client.put("/f", "new")];
  expect(await codeOf(client.restore(item))).toBe("already_exists");
  expect(await codeOf(client.restore(item, { to: "/f" }))).toBe("already_exists");
  expect(await codeOf(client.restore(item, { to: "/f/g" }))).toBe("not_a_directory");
  expect(await codeOf(client.restore(item, { to: "/" }))).toBe("root_forbidden");
  expect((await client.restore(item, { to: "/made/g" })).body).toMatchObject({ path: "/made/g" });
  const again = await client.remove("/made/g");
  expect((await client.restore(again, { to: "/f", overwrite: true })).status).toBe(200);
  expect(await client.read("/f")).toBe("old");
  expect(await client.usage()).toEqual({ bytes: 3, entries: 2, trash_bytes: 0, trash_entries: 0 });
});

test("a directory replaces an empty one only, and a file no directory", async () => {
  await client.put("/d/f");
  const [directory, file] = [
    await client.remove("/d"),
    (await client.put("/f"), await client.remove("/f")),
  ];
  await client.put("/d/other");
  await client.send("POST", "/directories", { path: "/f" });
  expect(await codeOf(client.restore(directory, { overwrite: true }))).toBe("directory_not_empty");
  expect(await codeOf(client.restore(file, { overwrite: true }))).toBe("is_directory");
  expect(await codeOf(client.restore(directory, { to: "/d/other", overwrite: true }))).toBe(
    "not_a_directory",
  );
  expect((await client.restore(directory, { to: "/f", overwrite: true })).status).toBe(200);
  expect(await client.usage()).toMatchObject({ entries: 5, trash_entries: 1 });
});

test("a restored path that would be longer than 4,096 bytes is refused", async () => {
  const deep = "/d".repeat(2000);
  await client.send("POST", "/directories", { path: `/a${deep}`, parents: true });
  const item = await client.remove("/a");
  const longest = `/${"b".repeat(4096 - deep.length - 1)}`;
  expect(await codeOf(client.restore(item, { to: `${longest}b` }))).toBe("path_too_long");
  expect((await client.restore(item, { to: longest })).status).toBe(200);
  expect((await client.stat(longest + deep)).type).toBe("directory");
});

test("a deletion without an id of an item is final, as processes of version 0.1.0 make it", async () => {
  await client.put("/f");
  await service.services.pool.query("SELECT entry_delete($1, '/f', false, null, 'api')", [
    client.id,
  ]);
  expect(await client.usage()).toEqual({ bytes: 0, entries: 0, trash_bytes: 0, trash_entries: 0 });
});
