import { setImmediate as turn } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { FilesystemContext } from "@/lib/auth/context";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { STALL_MS } from "@/testing/stall";
import { call, contextOf, createFilesystem, createTenant } from "@/testing/tenant";

import { createHeads } from "./heads";
import { listChanges } from "./list-changes";
import { streamChanges } from "./stream-changes";

const NEVER = 60_000;
const stays = new AbortController().signal;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let ctx: FilesystemContext;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
  ctx = contextWith(service.services.heads);
});
afterAll(() => service.close());

/** A context of the tenant's key with the given hub. */
function contextWith(heads: TestService["services"]["heads"]): FilesystemContext {
  return { ...contextOf(service, tenant, fs.id), services: { ...service.services, heads } };
}

const put = (path: string) =>
  call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${path}`, "x");

function open(
  cursor: string | undefined,
  more: { prefix?: string; heartbeatMs?: number; left?: AbortSignal } = {},
) {
  const input = { cursor, limit: 100, path_prefix: more.prefix };
  return streamChanges(ctx, input, more.left ?? stays, more.heartbeatMs ?? NEVER).frames;
}

async function next(frames: ReturnType<typeof open>) {
  const { value, done } = await frames.next();
  if (done === true) throw new Error("the stream ended");
  return value;
}

test("heartbeats carry the scanned cursor, even past changes outside the prefix", async () => {
  const frames = open("0", { prefix: "/in", heartbeatMs: 40 });
  expect(await next(frames)).toEqual({ event: "heartbeat", id: "0", data: { cursor: "0" } });
  const startedAt = performance.now();
  expect(await next(frames)).toMatchObject({ event: "heartbeat", id: "0" });
  expect(performance.now() - startedAt).toBeGreaterThan(35);
  await put("/out");
  let passed = await next(frames);
  // A heartbeat due before the change was seen still carries the cursor before it.
  while ("id" in passed && passed.id === "0") passed = await next(frames);
  expect(passed).toMatchObject({ event: "heartbeat", id: "1" });
  await frames.return(undefined);
});

test("a quiet stream costs no query of its own", async () => {
  const heads = createHeads(service.services.db);
  let pages = 0;
  ctx = contextWith({
    ...heads,
    readPage: (...args) => {
      pages++;
      return heads.readPage(...args);
    },
  });
  const frames = open("0", { heartbeatMs: 5 });
  for (let i = 0; i < 20; i++) expect((await next(frames)).event).toBe("heartbeat");
  expect(pages).toBe(0);
  await frames.return(undefined);
  heads.close();
});

test("the next page is read once the last one was sent, and nothing is missed meanwhile", async () => {
  const frames = open("0");
  await next(frames);
  for (const path of ["/a", "/b"]) await put(path);
  await turn();
  for (const path of ["/c", "/d"]) await put(path);
  const page = await next(frames);
  expect(page).toMatchObject({ event: "changes", id: "4", data: { has_more: false } });
  await frames.return(undefined);
});

test("a stream whose history is pruned away while it is not read expires", async () => {
  const frames = open("0");
  await next(frames);
  for (const path of ["/a", "/b"]) await put(path);
  await service.services.db.$queryRaw`SELECT changes_prune(${fs.id}, interval '1 hour', 1, 10)`;
  expect(await next(frames)).toEqual({
    event: "expired",
    data: {
      code: "cursor_expired",
      message: expect.any(String),
      request_id: "req_test",
      cursor: "2",
    },
  });
  expect((await frames.next()).done).toBe(true);
});

test("a caller that leaves ends its stream at once", async () => {
  const leaving = new AbortController();
  const frames = open("0", { left: leaving.signal });
  await next(frames);
  const last = frames.next();
  await turn();
  leaving.abort();
  expect((await last).done).toBe(true);
  expect((await open("0", { left: leaving.signal }).next()).value?.event).toBe(undefined);
});

test("lost access ends a stream that has more to send", async () => {
  const heads = createHeads(service.services.db, 10);
  ctx = contextWith(heads);
  for (const path of ["/a", "/b", "/c"]) await put(path);
  const { frames, ended } = streamChanges(ctx, { cursor: "0", limit: 1 }, stays);
  expect(await next(frames)).toMatchObject({ event: "changes", id: "1" });
  await service.services.db.filesystem_grant.delete({
    where: { api_key_id_filesystem_id: { api_key_id: tenant.keyId, filesystem_id: fs.id } },
  });
  await eventually("the check of access", () => ended.aborted);
  const data = { code: "no_grant", message: expect.any(String), request_id: "req_test" };
  expect(await next(frames)).toEqual({ event: "end", data });
  expect((await frames.next()).done).toBe(true);
  heads.close();
});

test("a stopping process ends streams and long polls at once and accepts no new ones", async () => {
  const heads = createHeads(service.services.db);
  ctx = contextWith(heads);
  const frames = open("0");
  await next(frames);
  const last = frames.next();
  const input = { cursor: "0", limit: 100, wait: 30 };
  const poll = listChanges(ctx, input, stays);
  await put("/a");
  await poll;
  // The stream and the long poll read the change each for itself.
  expect((await last).value?.event).toBe("changes");
  const idle = listChanges(ctx, { ...input, cursor: "1" }, stays);
  await turn();
  const startedAt = performance.now();
  heads.close();
  expect((await frames.next()).done).toBe(true);
  expect(await idle).toEqual({ events: [], cursor: "1", has_more: false });
  expect(await listChanges(ctx, { ...input, cursor: "1" }, stays)).toMatchObject({ cursor: "1" });
  expect(performance.now() - startedAt).toBeLessThan(STALL_MS);
});
