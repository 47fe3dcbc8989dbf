import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test } from "vitest";

import { sendWith } from "@/lib/api-client/request";
import { sendAs } from "@/testing/console-client";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { changesQuery, PAGE_CHANGES } from "./changes";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
  sendAs(service, tenant.key);
});
afterAll(async () => {
  sendWith(fetch);
  await service.close();
});

/** The cursors of all pages of a filesystem with so many changes, as the console loads them. */
async function readAll(count: number) {
  const fs = await createFilesystem(service, tenant);
  const changes = Array.from({ length: count }, (_, n) => ({
    op: "put",
    path: `/${n}`,
    content: "",
  }));
  await call(service, tenant.key, "POST", `${fs.base}/files:batch`, { changes });
  const query = changesQuery({ org_id: tenant.orgId, fs_id: fs.id });
  const { pages }: InfiniteData<{ events: { cursor: string }[] }> =
    await new QueryClient().fetchInfiniteQuery({ ...query, pages: 5 });
  return pages.map(({ events }) => events.map(({ cursor }) => Number(cursor)));
}

test("pages of changes lead back to the first one, each change once", async () => {
  const pages = await readAll(2 * PAGE_CHANGES + 7);
  expect(pages.map((page) => page.length)).toEqual([PAGE_CHANGES, PAGE_CHANGES, 7]);
  expect(pages.flat()).toEqual(
    Array.from({ length: 2 * PAGE_CHANGES + 7 }, (_, n) => 2 * PAGE_CHANGES + 7 - n),
  );
});

test("a search that is made again has what changed in between", async () => {
  const fs = await createFilesystem(service, tenant);
  const cache = new QueryClient();
  const put = (path: string) =>
    call(service, tenant.key, "PUT", `${fs.base}/files?path=${path}`, "");
  const ids = { org_id: tenant.orgId, fs_id: fs.id };
  const query = changesQuery(ids, { query: "/a", type: "created" });
  const found = async () => (await cache.fetchInfiniteQuery(query)).pages[0]?.events.length;
  await put("/a1");
  expect(await found()).toBe(1);
  await put("/a2");
  await eventually("the second", async () => (await found()) === 2);
});

test("there is one page of a filesystem without changes", async () => {
  expect(await readAll(0)).toEqual([[]]);
});
