import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { forgetContents } from "@/lib/entries/forget-contents";
import { longText } from "@/testing/blobs";
import { createMount } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
import { createTrashClient, type TrashClient } from "@/testing/trash";
import { callAs } from "@/testing/user";

import { pruneTrash } from "./prune-trash";

const DAY_MS = 24 * 60 * 60 * 1000;
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

let service: TestService;
let client: TrashClient;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await createTrashClient(service);
});

test("sweeps leave the contents of what is in the trash, and take them when it is purged", async () => {
  const { db, blobs } = service.services;
  const large = longText("in the trash");
  const inTwoHours = new Date(Date.now() + 2 * 60 * 60 * 1000);
  const sweep = async () => {
    await forgetContents({ db, blobs }, inTwoHours);
    return [
      await db.content.count({ where: { filesystem_id: client.id } }),
      (await blobs.list("blobs", null)).blobs.length,
    ];
  };
  await client.put("/d/large", large);
  await client.put("/d/small", "small");
  const item = await client.remove("/d");
  expect(await sweep()).toEqual([1, 1]);
  await client.restore(item);
  expect([await client.read("/d/large"), await client.read("/d/small")]).toEqual([large, "small"]);
  await client.remove("/d");
  await client.purge();
  expect(await sweep()).toEqual([0, 0]);
});

test("what has been in the trash for 30 days is deleted, in steps", async () => {
  await client.put("/d/f");
  await client.put("/new");
  for (const path of ["/d/f", "/d", "/new"]) await client.remove(path);
  const old = client.id;
  await service.services.db
    .$executeRaw`UPDATE trash_item SET deleted_at = deleted_at - interval '1 day'
    WHERE filesystem_id = ${old} AND path <> '/new'`;
  const { db } = service.services;
  expect(await pruneTrash(db, later(28.9))).toEqual({ purged: 0, more: false });
  expect(await pruneTrash(db, later(29.1))).toEqual({ purged: 2, more: false });
  expect(await client.trash()).toEqual(["/new"]);
  expect(await client.usage()).toMatchObject({ entries: 1, trash_entries: 1 });
});

test("what a mount deletes is gone, unless its filesystem keeps it", async () => {
  const { password } = await createMount(service, client.tenant.key, client.id, "rw");
  const mount = (method: string, route: string, body?: object) =>
    call(service, password, method, client.base + route, body);
  for (const path of ["/a", "/b", "/c"]) await client.put(path);
  const gone = await mount("DELETE", "/files?path=/a");
  expect([gone.status, gone.headers.get("x-trash-id")]).toEqual([204, null]);
  expect(await client.usage()).toMatchObject({ entries: 2, trash_entries: 0 });
  const set = { keep_mount_deletions: true };
  expect(await callAs(service, client.user, "PATCH", client.base, set)).toMatchObject({
    body: set,
  });
  const batch = await mount("POST", "/files:batch", { changes: [{ op: "remove", path: "/b" }] });
  const [{ trash_id }] = batch.body.results;
  expect((await mount("DELETE", "/files?path=/c")).headers.get("x-trash-id")).not.toBeNull();
  expect(await client.trash()).toEqual(["/c", "/b"]);
  expect((await mount("POST", `/trash/${trash_id}:restore`, {})).body.detail.code).toBe(
    "forbidden",
  );
  expect((await client.restore(trash_id)).body).toMatchObject({ path: "/b" });
  expect((await client.send("GET", "/trash")).body[0].deleted_by).toMatch(/^mount:ms_/);
  const log = { target_id: client.id, action: "filesystem.trash_set" };
  expect(await service.services.db.audit_entry.count({ where: log })).toBe(1);
});
