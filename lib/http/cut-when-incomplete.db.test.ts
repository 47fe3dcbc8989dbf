import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, truncateSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listBlobs } from "@/testing/blobs";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const MIB = 1024 * 1024;

/** A file of a new filesystem, and the request that downloads it, as bytes. */
async function upload(content: Buffer<ArrayBuffer>) {
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  const authorization = `Bearer ${tenant.key}`;
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, content);
  const head = `GET ${base}/files?path=/f HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`;
  return { tenant, head };
}

/** Where the only blob is stored. */
async function findBlob() {
  const [hash = ""] = await listBlobs(service.services.blobs);
  return path.join(service.services.settings.dataDir, "blobs", hash.slice(0, 2), hash.slice(2));
}

const send = (head: string) => {
  const socket = connect({ port: Number(new URL(service.url).port), host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.write(head);
  return socket;
};

const contentOf = (received: Buffer) => received.subarray(received.indexOf("\r\n\r\n") + 4);

// A connection that is kept alive is closed after 65 s.
const timeout = 30_000;

test(
  "a download whose file can't be read to its end contains nothing but the file",
  { timeout },
  async () => {
    const content = randomBytes(4 * MIB);
    const { head } = await upload(content);
    const blob = await findBlob();
    truncateSync(blob, MIB);
    const received = contentOf(await buffer(send(head)));
    expect(received.length).toBeLessThanOrEqual(MIB);
    expect(received.equals(content.subarray(0, received.length))).toBe(true);

    rmSync(blob);
    mkdirSync(blob);
    expect(contentOf(await buffer(send(head))).toString()).toBe("");
  },
);

test("a slow download whose key is revoked contains nothing but the file", async () => {
  const content = randomBytes(64 * MIB);
  const { tenant, head } = await upload(content);
  const socket = send(head).pause();
  const { db, accessWatch } = service.services;
  await eventually("the start of the download", () => accessWatch.count() === 1);
  await db.api_key.updateMany({
    where: { org_id: tenant.orgId },
    data: { revoked_at: new Date() },
  });
  await eventually("the end of the download", () => accessWatch.count() === 0);
  const received = contentOf(await buffer(socket));
  expect(received.length).toBeLessThan(content.length);
  expect(received.equals(content.subarray(0, received.length))).toBe(true);
});
