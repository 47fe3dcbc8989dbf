import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { setQuota } from "@/lib/filesystems/set-quota";
import { setOrganisationQuota } from "@/lib/organisations/set-quota";
import { startTestService, type TestService } from "@/testing/service";
import { call } from "@/testing/tenant";
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

const quota = (limits: { bytes?: bigint; entries?: bigint }, { id } = client) =>
  setQuota(service.services.db, id, limits);
const statusOf = async (response: Promise<{ status: number }>) => (await response).status;
const codeOf = async (response: ReturnType<TrashClient["send"]>) =>
  (await response).body.detail?.code ?? "done";

/** Three files of ten bytes in the trash, the oldest first. */
async function fillTrash(of: TrashClient = client): Promise<void> {
  for (const path of ["/1", "/2", "/3"]) {
    await of.put(path, "0123456789");
    await of.remove(path);
  }
}

test("a write gets its room from the oldest items, no more of them than it needs", async () => {
  await fillTrash();
  await quota({ bytes: 30n });
  expect(await statusOf(client.put("/a", "x"))).toBe(201);
  expect(await client.trash()).toEqual(["/3", "/2"]);
  expect(await statusOf(client.put("/b", "x".repeat(9)))).toBe(201);
  expect(await client.trash()).toEqual(["/3", "/2"]);
  expect(await statusOf(client.put("/c", "x".repeat(11)))).toBe(201);
  expect(await client.trash()).toEqual([]);
  expect(await codeOf(client.put("/d", "x".repeat(10)))).toBe("byte_quota_exceeded");
  expect(await client.usage()).toMatchObject({ bytes: 21, entries: 3, trash_bytes: 0 });
});

test("what would be refused even so leaves the trash as it is", async () => {
  await fillTrash();
  await quota({ bytes: 30n, entries: 3n });
  expect(await codeOf(client.put("/a", "x".repeat(31)))).toBe("byte_quota_exceeded");
  expect(await codeOf(client.put("/1/2/3/4"))).toBe("entry_quota_exceeded");
  const none = { "if-match": '"none"' };
  const { base, tenant } = client;
  expect(await statusOf(call(service, tenant.key, "PUT", `${base}/files?path=/a`, "x", none))).toBe(
    412,
  );
  expect(await client.trash()).toEqual(["/3", "/2", "/1"]);
});

test("what one quota lets in and the other refuses leaves the trash as it is", async () => {
  const other = await createTrashClient(service, client.tenant);
  await client.put("/live", "x".repeat(40));
  await fillTrash();
  await other.put("/live", "x".repeat(30));
  await quota({ bytes: 100n, entries: 10n });
  await setOrganisationQuota(service.services.db, client.tenant.orgId, { bytes: 125n });
  expect(await codeOf(client.put("/new", "x".repeat(60)))).toBe("organisation_byte_quota_exceeded");
  expect(await client.trash()).toEqual(["/3", "/2", "/1"]);
  expect(await client.usage()).toMatchObject({ bytes: 70, trash_bytes: 30 });
  expect(await codeOf(client.put("/new", "x".repeat(55)))).toBe("done");
  expect(await client.trash()).toEqual([]);
});

test.each([
  ["a directory", () => client.send("POST", "/directories", { path: "/d" })],
  ["a link", () => client.send("POST", "/files:symlink", { path: "/s", target: "x" })],
  ["a copy", () => client.send("POST", "/files:copy", { from: "/f", to: "/g" })],
  [
    "a move below a new directory",
    () => client.send("POST", "/files:move", { from: "/f", to: "/d/f", parents: true }),
  ],
  [
    "a batch",
    () =>
      client.send("POST", "/files:batch", {
        changes: [{ op: "mknod", path: "/n", special: "fifo" }],
      }),
  ],
])("%s gets its entries from the trash", async (_, write) => {
  await client.put("/f");
  await fillTrash();
  await quota({ entries: 4n });
  expect(await codeOf(write())).toBe("done");
  expect(await client.trash()).toEqual(["/3", "/2"]);
  expect(await client.usage()).toMatchObject({ entries: 4, trash_entries: 2 });
});

test("a large upload is not refused for what the trash holds", async () => {
  await client.put("/old", "x".repeat(90_000));
  await client.remove("/old");
  await quota({ bytes: 100_000n });
  expect(await statusOf(client.put("/new", "x".repeat(95_000)))).toBe(201);
  expect(await client.trash()).toEqual([]);
});

test("restoring below parents that are gone never deletes what it restores", async () => {
  await client.put("/d/f");
  const [f] = [await client.remove("/d/f"), await client.remove("/d")];
  await quota({ entries: 2n });
  expect(await codeOf(client.restore(f))).toBe("done");
  expect(await client.trash()).toEqual([]);
  const again = await client.remove("/d/f");
  expect(await codeOf(client.restore(again, { to: "/a/b" }))).toBe("entry_quota_exceeded");
  expect(await client.trash()).toEqual(["/d/f"]);
  expect(await client.usage()).toMatchObject({ entries: 2, trash_entries: 1 });
});

test("an organisation's quota takes this filesystem's trash first, then that of the others", async () => {
  const other = await createTrashClient(service, client.tenant);
  await fillTrash();
  await fillTrash(other);
  await setOrganisationQuota(service.services.db, client.tenant.orgId, { bytes: 60n });
  expect(await codeOf(other.put("/a", "x".repeat(20)))).toBe("done");
  expect([await client.trash(), await other.trash()]).toEqual([["/3", "/2", "/1"], ["/3"]]);
  expect(await codeOf(other.put("/b", "x".repeat(25)))).toBe("done");
  expect([await client.trash(), await other.trash()]).toEqual([["/3"], []]);
  expect(await codeOf(other.put("/c", "x".repeat(16)))).toBe("organisation_byte_quota_exceeded");
  expect(await codeOf(other.put("/c", "x".repeat(15)))).toBe("done");
  expect(await client.trash()).toEqual([]);
  expect([await client.usage(), await other.usage()]).toMatchObject([{ bytes: 0 }, { bytes: 60 }]);
});
