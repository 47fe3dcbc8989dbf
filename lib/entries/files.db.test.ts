import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let id: string;
let base: string;
beforeAll(async () => {
  service = await startTestService({ env: { MAX_FILE_BYTES: "1000000" } });
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ id, base } = await createFilesystem(service, tenant));
});

type Headers = Record<string, string>;
const put = (file: string, body: string | Uint8Array, headers: Headers = {}, key = tenant.key) =>
  call(service, key, "PUT", `${base}/files?path=${encodeURIComponent(file)}`, body, headers);
const get = (file: string, headers: Headers = {}, method = "GET") =>
  call(
    service,
    tenant.key,
    method,
    `${base}/files?path=${encodeURIComponent(file)}`,
    undefined,
    headers,
  );
const stat = (file: string) =>
  call(service, tenant.key, "GET", `${base}/files:stat?path=${encodeURIComponent(file)}`);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });
const head = async () =>
  (await service.services.db.filesystem.findUniqueOrThrow({ where: { id } })).head;

const putMode = (mode: string) =>
  call(service, tenant.key, "PUT", `${base}/files?path=/x${mode}`, "");
const problemOf = async (query: string) => {
  const { status, body } = await call(service, tenant.key, "PUT", `${base}/files?${query}`, "");
  return [status, body.detail?.[0]?.type, body.detail?.[0]?.loc?.join(".")];
};
const removeIf = (etag: string) =>
  call(service, tenant.key, "DELETE", `${base}/files?path=/f`, undefined, { "if-match": etag });
const putNested = (file: string) =>
  call(service, tenant.key, "PUT", `${base}/files?path=${file}&parents=true`, "");

function blobFiles(): string[] {
  const directory = path.join(service.services.settings.dataDir, "blobs");
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** A request whose body the test sends, and breaks off, itself. */
function upload(rest: string, key = tenant.key) {
  const { hostname, port } = new URL(service.url);
  const socket = net.connect(Number(port), hostname);
  socket.on("error", () => undefined);
  let response = "";
  socket.on("data", (data) => (response += String(data)));
  const start = `PUT ${base}/files?path=/f HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}`;
  socket.write(`${start}\r\n${rest}`);
  return { socket, responses: (code: string) => eventually(code, () => response.includes(code)) };
}

test("a file is created, replaced and answered as FileInfo", async () => {
  const etag = `"${sha256("one").slice(0, 32)}"`;
  const info = { path: "/ä b.txt", type: "file", size: 3, etag };
  const created = await put("//ä b.txt/", "one");
  expect(created).toMatchObject({ status: 201, body: info });
  expect(Object.keys(created.body)).toEqual(["path", "type", "size", "etag", "modified_at"]);
  expect(created.body.modified_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await put("/ä b.txt", "three")).toMatchObject({ status: 200, body: { size: 5 } });
  expect(await stat("/ä b.txt")).toMatchObject({
    status: 200,
    body: {
      size: 5,
      mode: "0644",
      nlink: 1,
      link_target: null,
      node_id: expect.stringMatching(/^\d+$/),
    },
  });
});

test("the mode is set by the query and kept by a write without one", async () => {
  expect((await putMode("&mode=0755")).status).toBe(201);
  expect((await stat("/x")).body.mode).toBe("0755");
  await putMode("");
  expect((await stat("/x")).body.mode).toBe("0755");
  await putMode("&mode=4600");
  expect((await stat("/x")).body.mode).toBe("4600");
  expect(await putMode("&mode=0999")).toMatchObject({
    status: 422,
    body: { code: "validation_error" },
  });
});

test("a file is answered with its validators and as nothing a browser would run", async () => {
  await put("/a/../x", "");
  await put("/\u202e日本.html", "<script>");
  const response = await get("/\u202e日本.html");
  expect(response).toMatchObject({ status: 200, body: "<script>" });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": "8",
    "content-disposition":
      "attachment; filename=\"???.html\"; filename*=UTF-8''%E2%80%AE%E6%97%A5%E6%9C%AC.html",
    "content-security-policy": "sandbox",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    etag: `"${sha256("<script>").slice(0, 32)}"`,
    "last-modified": expect.stringMatching(/ GMT$/),
    "x-request-id": expect.stringMatching(/^req_/),
  });
});

test("ranges, conditions and HEAD", async () => {
  const { body } = await put("/f", "0123456789");
  const part = await get("/f", { range: "bytes=2-4" });
  expect(part).toMatchObject({ status: 206, body: "234" });
  expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
  expect(part.headers.get("content-length")).toBe("3");
  const behind = await get("/f", { range: "bytes=10-" });
  expect(behind).toMatchObject(refusal(416, "range_not_satisfiable"));
  expect(behind.headers.get("content-range")).toBe("bytes */10");
  const fresh = await get("/f", { "if-none-match": body.etag });
  expect(fresh).toMatchObject({ status: 304, body: "" });
  expect(fresh.headers.get("etag")).toBe(body.etag);
  expect(await get("/f", { "if-match": '"x"' })).toMatchObject(refusal(412, "precondition_failed"));
  const headers = await get("/f", {}, "HEAD");
  expect(headers).toMatchObject({ status: 200, body: "" });
  expect(headers.headers.get("content-length")).toBe("10");
  await put("/empty", "");
  expect(await get("/empty")).toMatchObject({ status: 200, body: "" });
});

test("what cannot be read", async () => {
  await put("/f", "");
  expect(await get("/")).toMatchObject(refusal(409, "is_directory"));
  expect(await get("/none")).toMatchObject(refusal(404, "path_not_found"));
  expect(await get("/f/x")).toMatchObject(refusal(409, "not_a_directory"));
  expect(await stat("/f/x")).toMatchObject(refusal(409, "not_a_directory"));
});

test("paths outside the rules are refused, each with its reason", async () => {
  expect(await problemOf("")).toEqual([422, "missing", "query.path"]);
  expect(await problemOf("path=x")).toEqual([422, "path_not_absolute", "query.path"]);
  expect(await problemOf("path=/a/../b")).toEqual([422, "path_segment", "query.path"]);
  expect(await problemOf("path=/a/.")).toEqual([422, "path_segment", "query.path"]);
  expect(await problemOf("path=/%00")).toEqual([422, "path_segment", "query.path"]);
  expect(await problemOf("path=/%ff")).toEqual([422, "path_encoding", "query.path"]);
  expect(await problemOf(`path=/${"x".repeat(256)}`)).toEqual([422, "name_too_long", "query.path"]);
  expect(await problemOf(`path=/${"ab/".repeat(1366)}`)).toEqual([
    422,
    "path_too_long",
    "query.path",
  ]);
  expect(await problemOf("path=/a&extra=1")).toEqual([422, "extra_forbidden", "query.extra"]);
  expect((await put(`/${"ä".repeat(127)}x`, "")).status).toBe(201);
  expect((await put("/A", "")).status + (await put("/a", "")).status).toBe(402);
});

test("If-Match and If-None-Match guard a write", async () => {
  const { body } = await put("/f", "one");
  expect(await put("/f", "two", { "if-none-match": "*" })).toMatchObject(
    refusal(412, "precondition_failed"),
  );
  expect(await put("/f", "two", { "if-match": '"x"' })).toMatchObject(
    refusal(412, "precondition_failed"),
  );
  expect(await put("/g", "two", { "if-match": "*" })).toMatchObject(
    refusal(412, "precondition_failed"),
  );
  expect(await put("/f", "two", { "if-match": body.etag })).toMatchObject({ status: 200 });
  expect(await put("/g", "two", { "if-none-match": "*" })).toMatchObject({ status: 201 });
  expect(await removeIf(body.etag)).toMatchObject(refusal(412, "precondition_failed"));
  expect(await removeIf("*")).toMatchObject({ status: 204 });
});

test("of concurrent writers with one If-Match, or If-None-Match: *, one wins", async () => {
  const { body } = await put("/f", "one");
  for (const [file, headers] of [
    ["/f", { "if-match": body.etag }],
    ["/new", { "if-none-match": "*" }],
  ] as [string, Headers][]) {
    const responses = await Promise.all(
      ["a", "b", "c", "d", "e", "f", "g", "h"].map((text) => put(file, text, headers)),
    );
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(7);
  }
});

test("contents that are not what was announced leave nothing", async () => {
  const sum = { "x-content-sha256": sha256("another one") };
  expect(await put("/f", "checked one", sum)).toMatchObject(refusal(400, "checksum_mismatch"));
  expect(await put("/f", "x", { "x-content-sha256": "beef" })).toMatchObject(
    refusal(400, "checksum_mismatch"),
  );
  expect(await head()).toBe(0n);
  expect(await service.services.db.content.count({ where: { filesystem_id: id } })).toBe(0);
  expect(
    await put("/f", "checked one", { "x-content-sha256": sha256("checked one").toUpperCase() }),
  ).toMatchObject({
    status: 201,
  });
});

test.each([
  ["with a length", "content-length: 20000\r\n\r\nonly this"],
  ["in chunks", "transfer-encoding: chunked\r\n\r\n9\r\nonly this\r\n"],
])("an upload %s that breaks off leaves nothing", async (_, rest) => {
  const before = blobFiles();
  const { socket } = upload(rest);
  await eventually("the upload has begun", () => blobFiles().length > before.length);
  socket.destroy();
  await eventually("its file is gone", () => blobFiles().length === before.length);
  expect(await get("/f")).toMatchObject(refusal(404, "path_not_found"));
  expect(await head()).toBe(0n);
});

test("too much is refused before it comes, or while it comes", async () => {
  const announced = upload("content-length: 1000001\r\n\r\n");
  await announced.responses("file_too_large");
  await announced.responses('"limit":1000000');
  announced.socket.destroy();
  const chunked = upload("transfer-encoding: chunked\r\n\r\n");
  for (let i = 0; i < 11; i++) {
    chunked.socket.write(`${(100_000).toString(16)}\r\n${"x".repeat(100_000)}\r\n`);
  }
  await chunked.responses("file_too_large");
  await chunked.responses('"limit":1000000');
  chunked.socket.destroy();
  expect(await head()).toBe(0n);
});

test("quotas refuse what would exceed them, and nothing else", async () => {
  const { db } = service.services;
  await put("/f", "12345");
  await db.filesystem.update({ where: { id }, data: { byte_quota: 8n, entry_quota: 3n } });
  expect(await put("/g", "1234")).toMatchObject(refusal(409, "byte_quota_exceeded"));
  expect(await put("/f", "123456789")).toMatchObject(refusal(409, "byte_quota_exceeded"));
  expect((await put("/f", "12345678")).status).toBe(200);
  expect(await putNested("/a/b/c")).toMatchObject(refusal(409, "entry_quota_exceeded"));
  expect((await putNested("/a/b")).status).toBe(201);
  const mkdir = await call(service, tenant.key, "POST", `${base}/directories`, { path: "/z" });
  expect(mkdir).toMatchObject(refusal(409, "entry_quota_exceeded"));
  const move = { from: "/f", to: "/z/f", parents: true };
  expect(await call(service, tenant.key, "POST", `${base}/files:move`, move)).toMatchObject(
    refusal(409, "entry_quota_exceeded"),
  );
  await db.filesystem.update({ where: { id }, data: { byte_quota: 1n } });
  expect((await put("/f", "1234567")).status).toBe(200);
});

test("an upload that lost access meanwhile does not commit", async () => {
  const other = await createKey(service.services.db, tenant.orgId);
  const grant = { api_key_id: other.keyId, mode: "rw" };
  await call(service, tenant.key, "PUT", `${base}/grants`, grant);
  const before = blobFiles();
  const { socket, responses } = upload(
    `content-length: 20000\r\n\r\n${"a".repeat(19_998)}`,
    other.key,
  );
  await eventually("the upload has begun", () => blobFiles().length > before.length);
  await call(service, tenant.key, "PUT", `${base}/grants`, { ...grant, mode: "ro" });
  socket.write("cd");
  await responses("no_grant");
  socket.destroy();
  expect(await head()).toBe(0n);
});
