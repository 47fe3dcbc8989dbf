import { afterAll, beforeAll, expect, test } from "vitest";

import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

import { drain } from "./drain";
import { fanOutPending } from "./fan-out";

const HOST = "receiver.test";
const PLANTED = "planted-7f3a9c1e5d";
const ca = await createAuthority();
let endpoint: Endpoint;
let service: TestService;
beforeAll(async () => {
  endpoint = await startEndpoint({
    certificate: await ca.issue([HOST]),
    respond: () => ({ status: 200 }),
  });
  service = await startTestService({
    ca: ca.ca,
    env: { WEBHOOK_CONNECT_TO: `${HOST}:443=127.0.0.1:${endpoint.port}` },
  });
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
});

test("no message and no page of the feed holds a file's content, and neither counts as usage", async () => {
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  const send = (method: string, route: string, body?: string | object) =>
    call(service, tenant.key, method, base + route, body);
  const webhook = await send("POST", "/webhooks", { url: `https://${HOST}/hook` });
  await drain(service.services, webhook.body.id);
  await send("PUT", "/files?path=/f", PLANTED);
  await send("POST", "/files:symlink", { target: PLANTED, path: "/s" });
  await service.services.usage.flush();
  const before = await send("GET", "/usage");
  expect(before.body.bytes_written_30d).toBe(PLANTED.length);

  await service.services.pool.query(
    "UPDATE webhook SET not_before = 'epoch', pace_until = 'epoch'",
  );
  await fanOutPending(service.services);
  await drain(service.services, webhook.body.id);
  const feed = await send("GET", "/changes?cursor=0");
  expect(feed.body.events).toHaveLength(2);
  const messages = endpoint.requests.map(({ body }) => body);
  expect(messages.map((body) => JSON.parse(body).type)).toEqual(["files.resync", "files.changed"]);
  expect(JSON.stringify([messages, feed.body])).not.toContain(PLANTED);
  await service.services.usage.flush();
  expect((await send("GET", "/usage")).body).toEqual(before.body);
});
