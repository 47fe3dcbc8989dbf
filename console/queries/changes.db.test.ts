import { afterAll, beforeAll, expect, test } from "vitest";

import { sendWith } from "@/lib/api-client/request";
import { sendAs } from "@/testing/console-client";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { PAGE_CHANGES, readChangesBefore } from "./changes";

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

/** A filesystem with so many changes, and all pages of them. */
async function createChanged(count: number) {
  const fs = await createFilesystem(service, tenant);
  const changes = Array.from({ length: count }, (_, n) => ({
    op: "put",
    path: `/${n}`,
    content: "",
  }));
  await call(service, tenant.key, "POST", `${fs.base}/files:batch`, { changes });
  const params = { org_id: tenant.orgId, fs_id: fs.id };
  const readAll = async () => {
    const pages = [await readChangesBefore(params, undefined, AbortSignal.timeout(30_000))];
    for (let before = pages[0]?.before; before !== undefined; before = pages.at(-1)?.before)
      pages.push(await readChangesBefore(params, before, AbortSignal.timeout(30_000)));
    return pages.map((page) => page.changes.map(({ cursor }) => Number(cursor)));
  };
  return { fs, readAll };
}

const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => from - n);

test("pages of changes lead back to the first one, each change once", async () => {
  const { readAll } = await createChanged(2 * PAGE_CHANGES + 7);
  const pages = await readAll();
  expect(pages.map((page) => page.length)).toEqual([PAGE_CHANGES, PAGE_CHANGES, 7]);
  expect(pages.flat()).toEqual(down(2 * PAGE_CHANGES + 7, 1));
});

test("the last page ends at the oldest change that is kept", async () => {
  const { fs, readAll } = await createChanged(PAGE_CHANGES + 50);
  const floor = 13;
  await service.services.db.$executeRaw`UPDATE filesystem SET floor = ${floor} WHERE id = ${fs.id}`;
  expect((await readAll()).flat()).toEqual(down(PAGE_CHANGES + 50, floor + 1));
});

test("there is no page of a filesystem without changes", async () => {
  const { readAll } = await createChanged(0);
  expect(await readAll()).toEqual([[]]);
});
