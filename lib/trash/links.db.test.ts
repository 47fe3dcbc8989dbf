import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { startTestService, type TestService } from "@/testing/service";
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

const link = (target: string, path: string) => client.send("POST", "/files:link", { target, path });
const nlink = async (path: string) => (await client.stat(path)).nlink;

test("a hard link in the trash is no link to see, and one again when it is restored", async () => {
  await client.put("/a", "content");
  await link("/a", "/b");
  const { node_id } = await client.stat("/a");
  const item = await client.remove("/b");
  expect(await nlink("/a")).toBe(1);
  expect((await client.send("GET", "/entries?path=/&fields=stat")).body.entries[0].nlink).toBe(1);
  expect(await client.usage()).toEqual({ bytes: 7, entries: 1, trash_bytes: 0, trash_entries: 0 });
  await client.put("/a", "written through the other name");
  await client.restore(item);
  expect(await client.stat("/b")).toMatchObject({ node_id, nlink: 2 });
  expect(await client.read("/b")).toBe("written through the other name");
});

test("both names of a file come back as links, from one item and from two", async () => {
  await client.put("/d/a");
  await link("/d/a", "/d/b");
  await link("/d/a", "/c");
  const [c, d] = [await client.remove("/c"), await client.remove("/d")];
  expect(await client.usage()).toEqual({ bytes: 1, entries: 2, trash_bytes: 1, trash_entries: 2 });
  await client.restore(d);
  expect(await nlink("/d/a")).toBe(2);
  await client.restore(c);
  expect(await nlink("/d/a")).toBe(3);
  expect(await client.usage()).toEqual({ bytes: 1, entries: 2, trash_bytes: 0, trash_entries: 0 });
});

test("purging one name leaves the others, in the trash and outside of it", async () => {
  await client.put("/a");
  for (const path of ["/b", "/c"]) await link("/a", path);
  const [b, c] = [await client.remove("/b"), await client.remove("/c")];
  await client.purge(b);
  expect(await nlink("/a")).toBe(1);
  await client.remove("/a");
  expect(await client.usage()).toEqual({ bytes: 1, entries: 1, trash_bytes: 1, trash_entries: 1 });
  await client.restore(c);
  expect(await nlink("/c")).toBe(1);
  expect(await client.usage()).toEqual({ bytes: 1, entries: 1, trash_bytes: 0, trash_entries: 0 });
  await client.purge();
  expect(await nlink("/c")).toBe(1);
  await client.usage();
});

test("a file whose last name outside is overwritten stays for the trash", async () => {
  await client.put("/a", "content");
  await link("/a", "/b");
  const item = await client.remove("/b");
  await client.put("/other", "y");
  await client.send("POST", "/files:move", { from: "/other", to: "/a", overwrite: true });
  expect(await client.usage()).toEqual({ bytes: 8, entries: 2, trash_bytes: 7, trash_entries: 1 });
  await client.restore(item);
  expect([await client.read("/a"), await client.read("/b")]).toEqual(["y", "content"]);
});

test("a name restored over another name of its file replaces just that name", async () => {
  await client.put("/a", "content");
  await link("/a", "/b");
  const item = await client.remove("/b");
  expect((await client.restore(item, { to: "/a", overwrite: true })).status).toBe(200);
  expect([await nlink("/a"), await client.read("/a")]).toEqual([1, "content"]);
  expect(await client.usage()).toEqual({ bytes: 7, entries: 1, trash_bytes: 0, trash_entries: 0 });
});
