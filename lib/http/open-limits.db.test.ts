import { readdirSync } from "node:fs";
import net from "node:net";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { stagingFiles } from "@/testing/blobs";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

const IDLE_MS = 1_000;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
beforeAll(async () => {
  // The limits that hold where nothing is set.
  service = await startTestService({
    env: {
      OPEN_STREAMS_PER_CREDENTIAL: "",
      OPEN_STREAMS_PER_ORGANISATION: "",
      OPEN_UPLOADS_PER_CREDENTIAL: "",
    },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await createTenant(service);
  base = (await createFilesystem(service, tenant)).base;
});

const leaving: AbortController[] = [];
afterEach(async () => {
  for (const controller of leaving.splice(0)) controller.abort();
  await eventually("every slot is free", () => service.services.openLimits.taken() === 0);
});

/** A request that stays open until its controller aborts it, or the test has ended. */
function open(route: string, key: string, accept = "text/event-stream") {
  const controller = new AbortController();
  leaving.push(controller);
  const headers = { authorization: `Bearer ${key}`, accept };
  const response = fetch(service.url + route, { headers, signal: controller.signal });
  response.catch(() => undefined);
  return { response, controller };
}

async function openMany(count: number, route: string, key: string) {
  const all = Array.from({ length: count }, () => open(route, key));
  const statuses = new Map<number, number>();
  for (const { response } of all) {
    const { status } = await response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return { all, statuses: Object.fromEntries(statuses) };
}

/** An upload that never sends all of what it announced. */
function upload(key: string, name: string, at = service, route = base) {
  const { hostname, port } = new URL(at.url);
  const socket = net.connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const seen = { response: "", closed: false };
  socket.on("data", (data) => (seen.response += String(data)));
  socket.on("close", () => (seen.closed = true));
  const head = `PUT ${route}/files?path=/${name} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}`;
  socket.write(`${head}\r\ncontent-length: 20000\r\n\r\nx`);
  return { socket, seen };
}

const descriptors = () => readdirSync("/proc/self/fd").length;

const tooMany = (message: RegExp) => ({
  status: 429,
  body: {
    detail: {
      code: "too_many_open",
      message: expect.stringMatching(message),
      retry_after: 1,
      limit: Number(/\d+/.exec(message.source)?.[0]),
    },
  },
});

test("the 101st stream of a credential is refused; others still get theirs", async () => {
  const other = await createKey(service.services.db, tenant.orgId);
  const grant = { api_key_id: other.keyId, mode: "ro" };
  await call(service, tenant.key, "PUT", `${base}/grants`, grant);
  const stranger = await createTenant(service);
  const strange = await createFilesystem(service, stranger);
  const changes = `${base}/changes`;
  const { all } = await openMany(100, changes, tenant.key);
  const refused = await call(service, tenant.key, "GET", changes, undefined, {
    accept: "text/event-stream",
  });
  expect(refused).toMatchObject(tooMany(/^At most 100 streams and long polls .* credential/));
  expect(refused.headers.get("retry-after")).toBe("1");
  for (const route of [`${base}/webhooks/stream`, `${changes}?cursor=0&wait=30`])
    expect((await call(service, tenant.key, "GET", route)).status).toBe(429);
  // What holds nothing open is served, and so are the others.
  expect((await call(service, tenant.key, "GET", `${changes}?cursor=0`)).status).toBe(200);
  expect((await open(changes, other.key).response).status).toBe(200);
  expect((await open(`${strange.base}/changes`, stranger.key).response).status).toBe(200);
  all[0]!.controller.abort();
  await eventually("a slot is free", async () => {
    const { status } = await open(changes, tenant.key).response;
    return status === 200;
  });
});

test("long polls count, and free their slot when they end or their caller leaves", async () => {
  const { openLimits } = service.services;
  const poll = `${base}/changes?cursor=0&wait=30`;
  const polls = Array.from({ length: 100 }, () => open(poll, tenant.key, "application/json"));
  await eventually("the polls fill the limit", () => openLimits.taken() === 100);
  expect((await open(`${base}/webhooks/stream`, tenant.key).response).status).toBe(429);
  await call(service, tenant.key, "PUT", `${base}/files?path=/f`, "text");
  for (const { response } of polls) expect((await response).status).toBe(200);
  expect(openLimits.taken()).toBe(0);
  const cursor = "1";
  const left = open(`${base}/changes?cursor=${cursor}&wait=30`, tenant.key, "application/json");
  await eventually("it waits", () => openLimits.taken() > 0);
  left.controller.abort();
  await eventually("its slot is free", () => openLimits.taken() === 0);
});

test("the 33rd upload of a credential is refused, and one that ends or breaks off makes room", async () => {
  const uploads = Array.from({ length: 32 }, (_, i) => upload(tenant.key, `f${i}`));
  await eventually("they have begun", () => stagingFiles(service.services.settings).length === 32);
  const put = () => call(service, tenant.key, "PUT", `${base}/files?path=/f`, "text");
  expect(await put()).toMatchObject(tooMany(/^At most 32 uploads .* credential/));
  expect((await call(service, tenant.key, "GET", `${base}/entries?path=/`)).status).toBe(200);
  uploads[0]!.socket.destroy();
  await eventually("a slot is free", async () => (await put()).status === 201);
  for (const { socket } of uploads) socket.destroy();
  await eventually("nothing is left", () => stagingFiles(service.services.settings).length === 0);
});

test(
  "of 3,000 streams all but 100 are refused, and take no descriptor",
  { timeout: 120_000 },
  async () => {
    const before = descriptors();
    // Responses that nothing refers to are collected, and their connections closed.
    const first = await openMany(100, `${base}/changes`, tenant.key);
    expect(first.statuses).toEqual({ 200: 100 });
    for (let round = 1; round < 30; round++) {
      const { all, statuses } = await openMany(100, `${base}/changes`, tenant.key);
      expect(statuses).toEqual({ 429: 100 });
      await Promise.all(all.map(async ({ response }) => (await response).text()));
    }
    for (const { response } of first.all) expect((await response).status).toBe(200);
    // Both ends of 100 streams and of the connections kept alive are in this process.
    expect(descriptors() - before).toBeLessThan(1_000);
  },
);

test("an upload that falls silent is ended, and leaves nothing", async () => {
  const brief = await startTestService({ env: { UPLOAD_IDLE_MS: String(IDLE_MS) } });
  try {
    const owner = await createTenant(brief);
    const fs = await createFilesystem(brief, owner);
    const silent = upload(owner.key, "silent", brief, fs.base);
    const busy = upload(owner.key, "busy", brief, fs.base);
    const keepsSending = setInterval(() => busy.socket.write("x"), IDLE_MS / 5);
    const { settings, openLimits } = brief.services;
    await eventually("both have begun", () => stagingFiles(settings).length === 2);
    await eventually("the silent one is notified", () =>
      silent.seen.response.includes("incomplete_body"),
    );
    await eventually("its connection is closed", () => silent.seen.closed);
    expect(stagingFiles(settings)).toHaveLength(1);
    expect(busy.seen.closed).toBe(false);
    clearInterval(keepsSending);
    await eventually("the other one too", () => busy.seen.closed);
    expect(stagingFiles(settings)).toEqual([]);
    expect(openLimits.taken()).toBe(0);
  } finally {
    await brief.close();
  }
});
