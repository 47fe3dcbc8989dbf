import { afterAll, beforeAll, expect, test } from "vitest";

import type { Entry } from "@/console/queries/entries";
import { sendWith } from "@/lib/api-client/request";
import { sendAs } from "@/testing/console-client";
import { startTestService, type TestService } from "@/testing/service";
import { createTrashClient, type TrashClient } from "@/testing/trash";

import { deleteEntries } from "./delete-entries";
import { restoreItems } from "./trash";

let service: TestService;
let client: TrashClient;
beforeAll(async () => {
  service = await startTestService();
  client = await createTrashClient(service);
  sendAs(service, client.tenant.key);
});
afterAll(async () => {
  sendWith(fetch);
  await service.close();
});

const listed = async (): Promise<Entry[]> =>
  (await client.send("GET", "/entries?path=/&recursive=true")).body.entries;
const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path).toSorted();

test("a folder that is deleted with what was found in it comes back whole", async () => {
  for (const path of ["/report/report.txt", "/report/report/a", "/report/other", "/reports"])
    await client.put(path);
  const before = await listed();
  const params = { org_id: client.tenant.orgId, fs_id: client.id };
  const chosen = before.filter(({ path }) => path !== "/report/other");
  const deleted = await deleteEntries(params, chosen);
  expect(deleted).toMatchObject({ failure: null, items: [expect.any(String), expect.any(String)] });
  expect(pathsOf(deleted.gone)).toEqual(pathsOf(chosen));
  expect(await listed()).toEqual([]);
  const counts: number[] = [];
  const restored = await restoreItems(params, deleted.items, (count) => counts.push(count));
  expect(restored.failed).toEqual([]);
  expect(counts).toEqual([1, 2]);
  expect(pathsOf(await listed())).toEqual(pathsOf(before));
});
