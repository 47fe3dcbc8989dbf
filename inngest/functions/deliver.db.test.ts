import { afterAll, beforeAll, expect, test } from "vitest";

import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { startServiceWithEngine, type TestServiceWithEngine } from "@/testing/engine";
import { eventually } from "@/testing/eventually";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const HOST = "receiver.test";
let endpoint: Endpoint;
let service: TestServiceWithEngine;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let hangs = false;
const isHanging = (path: string) => path.startsWith("/hang");

beforeAll(async () => {
  const ca = await createAuthority();
  endpoint = await startEndpoint({
    certificate: await ca.issue([HOST]),
    respond: ({ path }) => (hangs && isHanging(path) ? "hang" : { status: 200 }),
  });
  service = await startServiceWithEngine({
    ca: ca.ca,
    env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
  });
  tenant = await createTenant(service);
});
afterAll(async () => {
  await endpoint.close();
  await service.closeAll();
});

const hanging = () => new Set(endpoint.requests.map(({ path }) => path).filter(isHanging));
const seen = (path: string) => endpoint.requests.filter((request) => request.path === path);
const createWebhook = (base: string, path: string) =>
  call(service, tenant.key, "POST", `${base}/webhooks`, { url: `https://${HOST}${path}` });

test("create and write: the resync and then the change arrive through the engine alone", async () => {
  const { base } = await createFilesystem(service, tenant);
  expect((await createWebhook(base, "/hook")).status).toBe(201);
  await eventually("the resync", () => seen("/hook").length === 1);
  await call(service, tenant.key, "PUT", `${base}/files?path=/a.txt`, "hello");
  const request = await eventually("the change", () => seen("/hook")[1]);
  expect(JSON.parse(request.body).data.events).toMatchObject([{ type: "created", path: "/a.txt" }]);
});

test("while 50 endpoints hang, the others get their messages", async () => {
  const bases = [];
  for (let i = 0; i < 10; i++) {
    const { base: one } = await createFilesystem(service, tenant);
    for (let n = 0; n < 5; n++)
      expect((await createWebhook(one, `/hang-${i}-${n}`)).status).toBe(201);
    bases.push(one);
  }
  await eventually("50 resyncs", () => hanging().size === 50);
  // From now on, as otherwise the first requests could end before the last webhook is created.
  hangs = true;
  const write = (one: string) =>
    call(service, tenant.key, "PUT", `${one}/files?path=/a.txt`, "hello");
  await Promise.all(bases.map(write));
  await eventually("50 hanging requests", () => endpoint.mostInFlight() >= 50);
  const { base } = await createFilesystem(service, tenant);
  await createWebhook(base, "/healthy");
  await eventually("the resync", () => seen("/healthy").length === 1);
  await write(base);
  await eventually("the change", () => seen("/healthy").length === 2);
});
