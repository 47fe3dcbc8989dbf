import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { revokeApiKey } from "@/lib/auth/api-keys";
import { readEvents, type StreamEvent } from "@/testing/event-stream";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});
afterAll(() => service.close());

const put = (path: string) =>
  call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${path}`, "x");
const read = (query: string, key = tenant.key) =>
  call(service, key, "GET", `${fs.base}/changes?${query}`);
const pathsOf = (page: { events: { path: string }[] }) => page.events.map(({ path }) => path);

function openStream(query = "", headers: Record<string, string> = {}, key = tenant.key) {
  return fetch(`${service.url}${fs.base}/changes?${query}`, {
    headers: { authorization: `Bearer ${key}`, accept: "text/event-stream", ...headers },
  });
}

async function next(events: AsyncGenerator<StreamEvent>): Promise<StreamEvent> {
  const { value, done } = await events.next();
  if (done === true) throw new Error("the stream ended");
  return value;
}

/** A further key of the organisation that may read the filesystem. */
async function createReaderKey() {
  const made = await createKey(service.services.db, tenant.orgId, []);
  await call(service, tenant.key, "PUT", `${fs.base}/grants`, {
    api_key_id: made.keyId,
    mode: "ro",
  });
  return made;
}

test("an event shows what is at its path now: the root, an entry below a file, a deleted one", async () => {
  await call(service, tenant.key, "PATCH", `${fs.base}/files?path=/`, { mode: "0700" });
  await put("/d/f");
  await put("/gone");
  await call(service, tenant.key, "DELETE", `${fs.base}/files?path=/gone`);
  await call(service, tenant.key, "DELETE", `${fs.base}/files?path=/d&recursive=true`);
  await put("/d");
  const { body } = await read("cursor=0");
  const seen = body.events.map(
    ({ path, file }: { path: string; file: { type: string } | null }) => [path, file?.type ?? null],
  );
  expect(seen).toEqual([
    ["/", "directory"],
    ["/d", "file"],
    ["/d/f", null],
    ["/gone", null],
    ["/gone", null],
    ["/d/f", null],
    ["/d", "file"],
    ["/d", "file"],
  ]);
});

test("pages hold `limit` events and return the next cursor", async () => {
  for (const path of ["/a", "/b", "/c"]) await put(path);
  const first = await read("cursor=0&limit=2");
  expect(pathsOf(first.body)).toEqual(["/a", "/b"]);
  expect(first.body).toMatchObject({ cursor: "2", has_more: true });
  expect(Object.keys(first.body.events[0])).toEqual(["type", "path", "file", "cursor"]);
  const second = await read("cursor=2&limit=2");
  expect(second.body).toMatchObject({ cursor: "3", has_more: false });
  expect(pathsOf(second.body)).toEqual(["/c"]);
  expect((await read("")).body).toEqual({ events: [], cursor: "3", has_more: false });
  expect((await read("cursor=3")).body).toEqual({ events: [], cursor: "3", has_more: false });
});

test.each(["limit=0", "limit=1001", "limit=x", "wait=31", "wait=-1", "cursor=-1", "cursor=01"])(
  "%s is refused",
  async (query) => {
    expect((await read(query)).status).toBe(422);
  },
);

test("a prefix is matched by segment and taken literally", async () => {
  for (const path of ["/a/x", "/ab", "/a%25", "/a_", "/A"]) await put(path);
  expect(pathsOf((await read("cursor=0&path_prefix=/a")).body)).toEqual(["/a", "/a/x"]);
  expect(pathsOf((await read("cursor=0&path_prefix=/a/")).body)).toEqual(["/a", "/a/x"]);
  expect(pathsOf((await read("cursor=0&path_prefix=/a%25")).body)).toEqual(["/a%"]);
  expect(pathsOf((await read("cursor=0&path_prefix=/a_")).body)).toEqual(["/a_"]);
  const none = await read("cursor=0&path_prefix=/none");
  expect(none.body).toEqual({ events: [], cursor: "6", has_more: false });
  for (const bad of ["", "a", "/a/../b"]) {
    expect((await read(`cursor=0&path_prefix=${bad}`)).status).toBe(422);
  }
});

test("a cursor is valid from the floor to the head, and 410 carries the head", async () => {
  for (const path of ["/a", "/b", "/c"]) await put(path);
  await service.services.db.$queryRaw`SELECT changes_prune(${fs.id}, interval '1 hour', 1, 100)`;
  const behind = await read("cursor=1");
  expect(behind.status).toBe(410);
  expect(behind.body.detail).toMatchObject({ code: "cursor_expired", cursor: "3" });
  expect(pathsOf((await read("cursor=2")).body)).toEqual(["/c"]);
  expect((await read("cursor=3")).status).toBe(200);
  for (const query of ["cursor=4", "cursor=4&wait=30", "cursor=999999999999999999"]) {
    expect((await read(query)).body.detail).toMatchObject({ code: "cursor_expired", cursor: "3" });
  }
});

test("a page ends before a barrier and the next read is 410; other prefixes pass it", async () => {
  await put("/in/a");
  const { db } = service.services;
  await db.$executeRaw`UPDATE filesystem SET head = head + 1, undispatched = true WHERE id = ${fs.id}`;
  await db.$executeRaw`INSERT INTO change (filesystem_id, cursor, kind, path) VALUES (${fs.id}, 3, 'barrier', '/in')`;
  await put("/out");
  expect((await read("cursor=0")).body).toMatchObject({ cursor: "2", has_more: true });
  expect((await read("cursor=2")).body.detail).toMatchObject({
    code: "cursor_expired",
    cursor: "4",
  });
  expect((await read("cursor=2&wait=30&path_prefix=/in/a/deeper")).status).toBe(410);
  expect(pathsOf((await read("cursor=2&path_prefix=/out")).body)).toEqual(["/out"]);
  expect(pathsOf((await read("cursor=3")).body)).toEqual(["/out"]);
});

test("a long poll is woken by the first change below its prefix", async () => {
  const waiting = read("cursor=0&wait=30&path_prefix=/in");
  await put("/out");
  const startedAt = performance.now();
  await put("/in");
  const { body } = await waiting;
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(body).toMatchObject({ cursor: "2", has_more: false });
  expect(pathsOf(body)).toEqual(["/in"]);
});

test("a long poll without a match returns a later cursor", async () => {
  const startedAt = performance.now();
  const waiting = read("cursor=0&wait=3&path_prefix=/in");
  await put("/out");
  expect((await waiting).body).toEqual({ events: [], cursor: "1", has_more: false });
  expect(performance.now() - startedAt).toBeGreaterThan(2_950);
});

test("a match behind thousands of other changes is found, page by page or while waiting", async () => {
  const { db } = service.services;
  await db.$executeRaw`
    INSERT INTO change (filesystem_id, cursor, kind, path)
    SELECT ${fs.id}, n, 'deleted', CASE n WHEN 12000 THEN '/in' ELSE '/out/' || n END FROM generate_series(1, 12000) n`;
  await db.$executeRaw`UPDATE filesystem SET head = 12000, undispatched = true WHERE id = ${fs.id}`;
  const cursors: string[] = [];
  for (let more = true, cursor = "0"; more;) {
    const { body } = await read(`cursor=${cursor}&path_prefix=/in`);
    ({ cursor, has_more: more } = body);
    cursors.push(`${cursor}: ${pathsOf(body).join()}`);
  }
  expect(cursors).toEqual(["5000: ", "10000: ", "12000: /in"]);
  const waited = await read("cursor=0&path_prefix=/in&wait=30");
  expect(waited.body).toMatchObject({ cursor: "12000", has_more: false });
  expect(pathsOf(waited.body)).toEqual(["/in"]);
  const events = readEvents(await openStream("cursor=0&path_prefix=/in"));
  expect(await next(events)).toEqual({ event: "heartbeat", id: "5000", data: { cursor: "5000" } });
  expect(await next(events)).toMatchObject({ event: "changes", id: "12000" });
  await events.return(undefined);
});

test("HEAD returns the headers of a stream and no stream", async () => {
  const response = await fetch(`${service.url}${fs.base}/changes`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${tenant.key}`, accept: "text/event-stream" },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe("");
});

test("a stream starts at the head, sends changes in pages and ends when left", async () => {
  await put("/old");
  const response = await openStream("limit=2");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  const events = readEvents(response);
  expect(await next(events)).toEqual({ event: "heartbeat", id: "1", data: { cursor: "1" } });
  await put("/a/b/c");
  const page = await next(events);
  expect(page).toMatchObject({ event: "changes", id: "3", data: { cursor: "3", has_more: true } });
  expect(pathsOf(page.data)).toEqual(["/a", "/a/b"]);
  expect(page.data).toEqual((await read("cursor=1&limit=2")).body);
  expect(await next(events)).toMatchObject({ event: "changes", id: "4" });
  await events.return(undefined);
});

test("Last-Event-ID takes precedence over the cursor, and a bad one is refused", async () => {
  for (const path of ["/a", "/b", "/c"]) await put(path);
  const events = readEvents(await openStream("cursor=0", { "last-event-id": "2" }));
  expect(pathsOf((await next(events)).data)).toEqual(["/c"]);
  await events.return(undefined);
  const bad = await openStream("cursor=0", { "last-event-id": "two" });
  expect(bad.status).toBe(422);
  const problem = { loc: ["header", "last-event-id"], type: "cursor_format" };
  expect(await bad.json()).toMatchObject({ detail: [problem] });
});

test("a stream from an invalid cursor sends `expired` and ends", async () => {
  const events = readEvents(await openStream("cursor=5"));
  const expired = await next(events);
  expect(expired).toMatchObject({
    event: "expired",
    data: { code: "cursor_expired", cursor: "0" },
  });
  expect(expired.id).toBeUndefined();
  expect((await events.next()).done).toBe(true);
});

test("a caller without read access gets no stream", async () => {
  const stranger = await createKey(service.services.db, tenant.orgId, []);
  expect((await openStream("", {}, stranger.key)).status).toBe(403);
  expect((await openStream("", {}, "nonsense")).status).toBe(401);
  const other = await createTenant(service);
  expect((await openStream("", {}, other.key)).status).toBe(404);
});

const LOSSES = [
  {
    name: "a revoked key",
    code: "unauthenticated",
    status: 401,
    lose: (keyId: string) => revokeApiKey(service.services.db, "shell", { id: keyId, orgId: null }),
  },
  {
    name: "an expired key",
    code: "unauthenticated",
    status: 401,
    lose: (keyId: string) =>
      service.services.db
        .$executeRaw`UPDATE api_key SET expires_at = now() + interval '0.2 s' WHERE id = ${keyId}`,
  },
  {
    name: "a removed grant",
    code: "no_grant",
    status: 403,
    lose: (keyId: string) => call(service, tenant.key, "DELETE", `${fs.base}/grants/${keyId}`),
  },
  {
    name: "a deleted filesystem",
    code: "not_found",
    status: 404,
    lose: () => service.services.db.filesystem.delete({ where: { id: fs.id } }),
  },
];

test.each(LOSSES)(
  "$name ends streams and long polls within 5 s",
  async ({ code, status, lose }) => {
    const { key, keyId } = await createReaderKey();
    const events = readEvents(await openStream("", {}, key));
    await next(events);
    const poll = read("cursor=0&wait=30", key);
    const kept = readEvents(await openStream());
    await next(kept);
    await lose(keyId);
    const startedAt = performance.now();
    expect(await next(events)).toMatchObject({ event: "end", data: { code } });
    expect((await events.next()).done).toBe(true);
    const response = await poll;
    expect(response.status).toBe(status);
    expect(response.body.detail.code).toBe(code);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    if (status !== 404) {
      await put("/a");
      expect((await next(kept)).event).toBe("changes");
    }
    await kept.return(undefined);
  },
);

test("a page of long paths ends after 10,000 names, and the next one goes on there", async () => {
  const path = "/d".repeat(600);
  await call(service, tenant.key, "POST", `${fs.base}/directories`, { path, parents: true });
  const sizes: number[] = [];
  let [cursor, more] = ["0", true];
  while (more) {
    const { body } = await read(`cursor=${cursor}&limit=1000`);
    sizes.push(body.events.length);
    expect(pathsOf(body).at(-1)).toBe("/d".repeat(sizes.reduce((sum, size) => sum + size, 0)));
    [cursor, more] = [body.cursor, body.has_more];
  }
  expect(sizes).toEqual([
    140, 58, 45, 38, 33, 30, 27, 26, 24, 23, 21, 21, 20, 19, 18, 18, 17, 17, 5,
  ]);
});
