import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createMount } from "@/testing/mounts";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
});

const send = (method: string, route: string, body?: object | string, key = tenant.key) =>
  call(service, key, method, fs.base + route, body);
const stat = async (path: string) => (await send("GET", `/files:stat?path=${path}`)).body;
const feed = async (query = "fields=stat") =>
  (await send("GET", `/changes?cursor=0&${query}`)).body.events;

const TIME = "2001-02-03T04:05:06.123456789Z";
const STAMPED = {
  modified_at: "2001-02-03T04:05:06.123Z",
  modified_ns: 456_789,
  uid: 1000,
  gid: 4_294_967_294,
};
const stamp = { modified_at: TIME, uid: STAMPED.uid, gid: STAMPED.gid };

test("time and owner are part of a write and of its one event", async () => {
  const query = `modified_at=${TIME}&uid=${stamp.uid}&gid=${stamp.gid}`;
  await send("PUT", `/files?path=/f&${query}`, "text");
  await send("POST", "/directories", { path: "/d", ...stamp });
  await send("POST", "/files:symlink", { path: "/s", target: "f", ...stamp });
  await send("PUT", "/files?path=/g", "text");
  await send("PATCH", "/files?path=/g", stamp);
  for (const path of ["/f", "/d", "/s", "/g"]) expect(await stat(path)).toMatchObject(STAMPED);
  const events = await feed();
  expect(events.map(({ type, path }: { type: string; path: string }) => `${type} ${path}`)).toEqual(
    ["created /f", "created /d", "created /s", "created /g", "updated /g"],
  );
  // New bytes have a new time, and the same owner.
  await send("PUT", "/files?path=/f", "other");
  expect(await stat("/f")).toMatchObject({ uid: 1000, modified_ns: 0 });
  await send("POST", "/files:copy", { from: "/d", to: "/e" });
  expect(await stat("/e")).toMatchObject({ uid: 1000, gid: STAMPED.gid });
});

test("owners and times out of range are refused field by field", async () => {
  await send("PUT", "/files?path=/f", "text");
  for (const [field, value] of [
    ["uid", -1],
    ["gid", 4_294_967_295],
    ["uid", 1.5],
  ] as const) {
    const { status, body } = await send("PATCH", "/files?path=/f", { [field]: value });
    expect([status, body.detail[0].loc]).toEqual([422, ["body", field]]);
  }
  expect((await send("PUT", "/files?path=/f&uid=x", "text")).status).toBe(422);
});

test("fields=stat shows in every response what files:stat shows", async () => {
  const shown = [
    await send("PUT", "/files?path=/f&fields=stat", "text"),
    await send("POST", "/directories?fields=stat", { path: "/d" }),
    await send("POST", "/files:move?fields=stat", { from: "/f", to: "/d/f" }),
    await send("POST", "/files:copy?fields=stat", { from: "/d", to: "/e" }),
    await send("POST", "/files:link?fields=stat", { target: "/d/f", path: "/g" }),
    await send("POST", "/files:symlink?fields=stat", { target: 'é "/', path: "/s" }),
    await send("PATCH", "/files?path=/d&fields=stat", { mode: "0700" }),
  ].map(({ body }) => body);
  expect(shown.at(-1)).toEqual(await stat("/d"));
  for (const { node_id, mode, changed_at } of shown)
    expect([node_id, mode, changed_at].map((text) => typeof text)).toEqual(Array(3).fill("string"));

  const { body } = await send("GET", "/entries?path=/&recursive=true&fields=stat");
  expect(body.entries.map(({ path }: { path: string }) => path)).toEqual(
    "/d /d/f /e /e/f /g /s".split(" "),
  );
  for (const entry of body.entries) expect(entry).toEqual(await stat(entry.path));
  expect(body.root).toEqual(await stat("/"));
  for (const { path, file } of await feed())
    if (file !== null) expect(file).toEqual(await stat(path));
});

test("without it nothing has more than the five fields", async () => {
  await send("PUT", "/files?path=/f", "text");
  const { body } = await send("GET", "/entries?path=/");
  const [event] = await feed("limit=1");
  const five = ["path", "type", "size", "etag", "modified_at"];
  expect(Object.keys(body.entries[0])).toEqual(five);
  expect(Object.keys(event)).toEqual(["type", "path", "file", "cursor"]);
  expect(Object.keys(event.file)).toEqual(five);
});

test("the feed says who made a change", async () => {
  const mount = await createMount(service, tenant.key, fs.id, "rw");
  await send("PUT", "/files?path=/key", "text");
  await send("POST", "/directories", { path: "/mount" }, mount.password);
  const events = await feed();
  for (const { at } of events) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  const made = events.map(({ origin, author }: Record<string, string>) => [origin, author]);
  expect(made).toEqual([
    ["api", `key:${tenant.keyId}`],
    ["mount", `mount:${mount.id}`],
  ]);
});

const by = async (path: string) => (await stat(path)).modified_by;

test("an entry says who wrote its contents last, or made it", async () => {
  const mount = await createMount(service, tenant.key, fs.id, "rw");
  const [byKey, byMount] = [`key:${tenant.keyId}`, `mount:${mount.id}`];
  await send("PUT", "/files?path=/d/f&parents=true", "text");
  expect([await by("/d"), await by("/d/f"), await by("/")]).toEqual([byKey, byKey, null]);
  await send("PUT", "/files?path=/d/f", "other", mount.password);
  expect([await by("/d"), await by("/d/f")]).toEqual([byKey, byMount]);
  await send("PATCH", "/files?path=/d/f", { mode: "0600" });
  await send("POST", "/files:move", { from: "/d/f", to: "/d/g" });
  expect(await by("/d/g")).toBe(byMount);
  await send("POST", "/files:copy", { from: "/d", to: "/e" });
  expect([await by("/e"), await by("/e/g")]).toEqual([byKey, byKey]);
  await send("POST", "/files:copy", { from: "/e/g", to: "/d/g", overwrite: true });
  expect(await by("/d/g")).toBe(byKey);
});

test.each<[name: string, step: () => Promise<unknown>]>([
  ["bytes", () => send("PUT", "/files?path=/f", "other")],
  ["mode", () => send("PATCH", "/files?path=/f", { mode: "0600" })],
  ["another name", () => send("POST", "/files:link", { target: "/f", path: "/h" })],
  ["a name less", () => send("DELETE", "/files?path=/g")],
  ["a move", () => send("POST", "/files:move", { from: "/f", to: "/h" })],
])("changed_at follows %s", async (_, step) => {
  await send("PUT", "/files?path=/f", "text");
  await send("POST", "/files:link", { target: "/f", path: "/g" });
  const { node_id, changed_at } = await stat("/f");
  await service.services.pool.query(
    "UPDATE node SET changed_at = changed_at - interval '1 day' WHERE filesystem_id = $1",
    [fs.id],
  );
  await step();
  const { rows } = await service.services.pool.query(
    "SELECT changed_at >= $3 AS later FROM node WHERE filesystem_id = $1 AND id = $2",
    [fs.id, node_id, changed_at],
  );
  expect(rows).toEqual([{ later: true }]);
});

test("special files have a name and attributes, and no contents", async () => {
  const mknod = { op: "mknod", path: "/p", special: "character", device: 259, mode: "0600" };
  const made = await send("POST", "/files:batch?fields=stat", { changes: [mknod, mknod] });
  expect(made.body.results.map(({ status }: { status: number }) => status)).toEqual([201, 409]);
  const shown = await stat("/p");
  const kind = { type: "special", size: 0, special: "character", device: 259, mode: "0600" };
  expect(shown).toMatchObject(kind);
  for (const [method, body] of [["GET"], ["PUT", "text"]] as const) {
    const refused = await send(method, "/files?path=/p", body);
    expect([refused.status, refused.body.detail.code]).toEqual([409, "is_special"]);
  }
  await send("POST", "/files:copy", { from: "/p", to: "/q" });
  await send("POST", "/files:move", { from: "/q", to: "/r" });
  expect(await stat("/r")).toMatchObject(kind);
  expect((await stat("/r")).etag).not.toBe(shown.etag);
  await send("DELETE", "/files?path=/p");
  const { body } = await send("GET", "/entries?path=/");
  expect(body.entries).toEqual([expect.objectContaining({ path: "/r", type: "special" })]);
  expect(await feed("limit=1000")).toHaveLength(5);
});

test("a node is found at the path that it has now", async () => {
  await send("POST", "/directories", { path: "/a" });
  await send("PUT", "/files?path=/a/f", "text");
  const { node_id } = await stat("/a/f");
  const find = async (id: string, key = tenant.key, base = fs.base) => {
    const { status, body } = await call(service, key, "GET", `${base}/files:stat?node_id=${id}`);
    return status === 200 ? body.path : body.detail.code;
  };
  await send("POST", "/files:move", { from: "/a", to: "/b" });
  expect(await find(node_id)).toBe("/b/f");
  expect((await send("GET", `/files:stat?node_id=${node_id}`)).body).toEqual(await stat("/b/f"));
  expect(await find((await stat("/")).node_id)).toBe("/");
  await send("POST", "/files:link", { target: "/b/f", path: "/g" });
  await send("DELETE", "/files?path=/b&recursive=true");
  expect(await find(node_id)).toBe("/g");
  await send("DELETE", "/files?path=/g");
  expect(await find(node_id)).toBe("path_not_found");
  await send("PUT", "/files?path=/h", "text");
  const foreign = await createTenant(service);
  const theirs = await createFilesystem(service, foreign);
  const own = (await stat("/h")).node_id;
  expect(await find(own, foreign.key)).toBe("not_found");
  expect(await find(own, foreign.key, theirs.base)).toBe("path_not_found");
});

test("a path or a node has to be named, and not both", async () => {
  for (const [query, field, type] of [
    ["", "path", "missing"],
    ["?path=/&node_id=1", "node_id", "enum"],
    ["?node_id=0", "node_id", "string_type"],
    ["?node_id=-1", "node_id", "string_type"],
    ["?node_id=9999999999999999999", "node_id", "string_type"],
  ]) {
    const { status, body } = await send("GET", `/files:stat${query}`);
    expect([query, status, body.detail[0]]).toMatchObject([
      query,
      422,
      { loc: ["query", field], type },
    ]);
  }
});
