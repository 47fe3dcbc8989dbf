import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { listBlobs, stagingFiles } from "@/testing/blobs";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const MIB = 1024 * 1024;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let other: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await createTenant(service);
  [base, other] = [
    (await createFilesystem(service, tenant)).base,
    (await createFilesystem(service, tenant)).base,
  ];
});

const put = (at: string, body: Uint8Array<ArrayBuffer>) =>
  call(service, tenant.key, "PUT", `${at}/files?path=/f`, body);
const setQuota = (bytes: number | null, entries: number | null = null) =>
  service.services.pool.query("SELECT organisation_set_quota($1, true, $2, true, $3)", [
    tenant.orgId,
    bytes,
    entries,
  ]);

/** Sends up to so many bytes without saying how many, and returns how many were taken as well. */
async function send(method: string, route: string, bytes: number) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (sent >= bytes) return controller.close();
      sent += MIB / 16;
      controller.enqueue(randomBytes(MIB / 16));
    },
  });
  const headers = { authorization: `Bearer ${tenant.key}` };
  const init = { method, headers, body, duplex: "half" as const };
  const response = await fetch(service.url + base + route, init);
  return { status: response.status, body: await response.json(), sent };
}

/** Runs refused uploads, which must leave nothing behind. */
async function leavesNothing(run: () => Promise<void>): Promise<void> {
  const before = await listBlobs(service.services.blobs);
  await run();
  expect(await listBlobs(service.services.blobs)).toEqual(before);
  expect(stagingFiles(service.services.settings)).toEqual([]);
}

test("what an organisation has no room for is refused before it is stored", async () => {
  await setQuota(2 * MIB);
  expect((await put(other, randomBytes(MIB))).status).toBe(201);
  await leavesNothing(async () => {
    for (let i = 0; i < 3; i++)
      expect(await put(base, randomBytes(2 * MIB))).toMatchObject({
        status: 409,
        body: { detail: { code: "organisation_byte_quota_exceeded" } },
      });
  });
  expect((await put(base, randomBytes(MIB))).status).toBe(201);
  // The same file again takes no more room.
  expect((await put(base, randomBytes(MIB))).status).toBe(200);
});

test("an upload without a length ends where the organisation's room does", async () => {
  await setQuota(MIB);
  await leavesNothing(async () => {
    const refused = await send("PUT", "/files?path=/f", 64 * MIB);
    expect(refused.body).toMatchObject({ detail: { code: "organisation_byte_quota_exceeded" } });
    expect(refused.sent).toBeLessThan(16 * MIB);
  });
});

test("an organisation with as many entries as it may have takes no further file", async () => {
  expect((await put(other, randomBytes(MIB))).status).toBe(201);
  await setQuota(null, 1);
  await leavesNothing(async () => {
    expect(await put(base, randomBytes(MIB))).toMatchObject({
      status: 409,
      body: { detail: { code: "organisation_entry_quota_exceeded" } },
    });
  });
  expect((await put(other, randomBytes(MIB))).status).toBe(200);
});

test("what others have in the trash makes room", async () => {
  expect((await put(other, randomBytes(MIB))).status).toBe(201);
  await setQuota(MIB);
  await call(service, tenant.key, "DELETE", `${other}/files?path=/f`);
  expect((await put(base, randomBytes(MIB))).status).toBe(201);
});

test("appending without a length is checked before the first byte, like a whole file", async () => {
  const append = "/files:content?append=true&path=";
  await leavesNothing(async () => {
    const refused = await send("PATCH", `${append}/none/x`, 64 * MIB);
    expect(refused.body).toMatchObject({ detail: { code: "parent_not_found" } });
    expect(refused.sent).toBeLessThan(16 * MIB);
  });
  expect((await send("PATCH", `${append}/x`, MIB)).status).toBe(201);
});
