import { afterAll, beforeAll, expect, test } from "vitest";

import { readEvents } from "@/testing/event-stream";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const WRITERS = 32;
const ROUNDS = 4;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());

type Event = { cursor: string; type: string; path: string };
type Page = { events: Event[]; cursor: string; has_more: boolean };
/**
 * Reads from the start until the cursor has reached what `end` returns; returns all events seen.
 */
type Follow = (base: string, query: string, end: () => bigint) => Promise<Event[]>;

const page = async (base: string, query: string): Promise<Page> => {
  const response = await call(service, tenant.key, "GET", `${base}/changes?${query}`);
  expect(response.status).toBe(200);
  return response.body;
};

const byPaging =
  (wait: number): Follow =>
  async (base, query, end) => {
    const seen: Event[] = [];
    for (let cursor = "0"; BigInt(cursor) < end();) {
      const read = await page(base, `cursor=${cursor}&wait=${wait}&${query}`);
      seen.push(...read.events);
      cursor = read.cursor;
    }
    return seen;
  };

/** Streams, disconnecting after `frames` frames each time and resuming from the last id. */
const byStream =
  (frames: number): Follow =>
  async (base, query, end) => {
    const seen: Event[] = [];
    for (let cursor = "0"; BigInt(cursor) < end();) {
      const response = await fetch(`${service.url}${base}/changes?cursor=0&${query}`, {
        headers: {
          authorization: `Bearer ${tenant.key}`,
          accept: "text/event-stream",
          "last-event-id": cursor,
        },
      });
      let left = frames;
      for await (const frame of readEvents(response)) {
        if (frame.event === "changes") seen.push(...frame.data.events);
        cursor = frame.id ?? cursor;
        if (--left === 0 || BigInt(cursor) >= end()) break;
      }
    }
    return seen;
  };

/**
 * One of many writers: files with parents, rewrites, renames of directories, deletions; some of
 * them collide.
 */
async function write(base: string, writer: number) {
  const send = (method: string, route: string, body: string | object) =>
    call(service, tenant.key, method, base + route, body);
  const own = `/w${writer % 8}/${writer}`;
  for (let round = 0; round < ROUNDS; round++) {
    await send("PUT", `/files?parents=true&path=${own}/d${round}/f`, "x");
    await send("PUT", `/files?parents=true&path=/shared/${round}`, `${writer}`);
    await send("POST", "/files:move", {
      from: `${own}/d${round}`,
      to: `/w${writer % 8}/m${round}`,
    });
    await call(service, tenant.key, "DELETE", `${base}/files?path=/shared/${round}`);
  }
}

const READERS: { name: string; follow: Follow; query: string; prefix: string }[] = [
  { name: "paging", follow: byPaging(0), query: "limit=7", prefix: "" },
  { name: "long poll", follow: byPaging(1), query: "limit=1000", prefix: "" },
  { name: "long poll in small pages", follow: byPaging(1), query: "limit=3", prefix: "" },
  {
    name: "long poll below a prefix",
    follow: byPaging(1),
    query: "path_prefix=/w3",
    prefix: "/w3",
  },
  { name: "stream", follow: byStream(Infinity), query: "limit=5", prefix: "" },
  { name: "stream that comes back", follow: byStream(3), query: "limit=5", prefix: "" },
  {
    name: "stream below a prefix",
    follow: byStream(20),
    query: "path_prefix=/shared",
    prefix: "/shared",
  },
];

test("readers of every kind see every change once and in order under 32 writers", async () => {
  const fs = await createFilesystem(service, tenant);
  const last = "/w3/last";
  let end = 1n << 62n;
  const readers = READERS.map(async ({ name, follow, query, prefix }) => ({
    name,
    prefix,
    seen: await follow(fs.base, query, () => end),
  }));
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(fs.base, writer)));
  // The last changes show every reader, whatever its prefix, that the writers have finished.
  const { headers } = await call(service, tenant.key, "PUT", `${fs.base}/files?path=${last}`, "");
  const finish = await call(
    service,
    tenant.key,
    "PUT",
    `${fs.base}/files?parents=true&path=/shared/last`,
    "",
  );
  expect(headers.get("x-cursor")).not.toBeNull();
  end = BigInt(finish.headers.get("x-cursor") ?? "");
  await call(service, tenant.key, "PUT", `${fs.base}/files?path=${last}`, "");
  await call(service, tenant.key, "PUT", `${fs.base}/files?path=/shared/last`, "");
  const rows = await service.services.db.change.findMany({
    where: { filesystem_id: fs.id },
    orderBy: { cursor: "asc" },
  });
  const log = rows.map(({ cursor, kind, path }) => `${cursor} ${kind} ${path}`);
  expect(rows.map(({ cursor }) => Number(cursor))).toEqual(rows.map((_, i) => i + 1));
  expect(log.length).toBeGreaterThan(WRITERS * ROUNDS * 3);
  for (const { name, prefix, seen } of await Promise.all(readers)) {
    const expected = log.filter((line) => `${line.split(" ")[2]}/`.startsWith(`${prefix}/`));
    const reported = seen.map(({ cursor, type, path }) => `${cursor} ${type} ${path}`);
    expect(reported.length, name).toBeGreaterThan(0);
    expect(reported, name).toEqual(expected.slice(0, reported.length));
    const unseen = expected
      .slice(reported.length)
      .map((line) => BigInt(line.split(" ", 1)[0] ?? ""));
    expect(
      unseen.filter((cursor) => cursor <= end),
      name,
    ).toEqual([]);
  }
}, 60_000);
