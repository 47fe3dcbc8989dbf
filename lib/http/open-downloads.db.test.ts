import { randomBytes } from "node:crypto";
import net from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

const MOST = 3;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
beforeAll(async () => {
  service = await startTestService({ env: { OPEN_DOWNLOADS_PER_CREDENTIAL: String(MOST) } });
  tenant = await createTenant(service);
  base = (await createFilesystem(service, tenant)).base;
  const large = randomBytes(16 * 1024 * 1024);
  await call(service, tenant.key, "PUT", `${base}/files?path=/large`, large);
  await call(service, tenant.key, "PUT", `${base}/files?path=/small`, "small");
});
afterAll(() => service.close());

/** A download whose client takes the head of the response and nothing more. */
async function download() {
  const { hostname, port } = new URL(service.url);
  const socket = net.connect(Number(port), hostname).on("error", () => undefined);
  socket.write(
    `GET ${base}/files?path=/large HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.key}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("readable", resolve));
  return socket;
}

const read = (path: string, key = tenant.key, headers = {}) =>
  call(service, key, "GET", `${base}/files?path=${path}`, undefined, headers);
const taken = () => service.services.openLimits.taken();

test("one more download of a credential is refused; small files and other credentials are not", async () => {
  const sockets = await Promise.all(Array.from({ length: MOST }, download));
  const refused = await read("/large");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.body.detail).toMatchObject({
    code: "too_many_open",
    message: expect.stringContaining(`At most ${MOST} downloads may be open for each credential`),
  });
  const other = await createKey(service.services.db, tenant.orgId);
  await call(service, tenant.key, "PUT", `${base}/grants`, { api_key_id: other.keyId, mode: "ro" });
  const range = { range: "bytes=0-9" };
  expect((await read("/large", other.key, range)).status).toBe(206);
  expect((await read("/small")).status).toBe(200);
  const etag = (await call(service, tenant.key, "GET", `${base}/files:stat?path=/large`)).body.etag;
  expect((await read("/large", tenant.key, { "if-none-match": etag })).status).toBe(304);
  expect(taken()).toBe(MOST);
  sockets[0]!.destroy();
  await eventually(
    "a slot is free",
    async () => (await read("/large", tenant.key, range)).status === 206,
  );
  for (const socket of sockets) socket.destroy();
  await eventually("every slot is free", () => taken() === 0);
});

test("a download that ended, lost access or never began has no slot", async () => {
  for (let i = 0; i < 2 * MOST; i++) expect((await read("/large")).status).toBe(200);
  expect((await read("/large", tenant.key, { range: "bytes=99999999-" })).status).toBe(416);
  await eventually("no slot is taken", () => taken() === 0);
  const socket = await download();
  expect(taken()).toBe(1);
  const { db } = service.services;
  await db.api_key.updateMany({
    where: { org_id: tenant.orgId },
    data: { revoked_at: new Date() },
  });
  await eventually("its slot is free", () => taken() === 0);
  socket.destroy();
});
