import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { LIMITS } from "@/lib/contract/limits";
import { setQuota } from "@/lib/filesystems/set-quota";
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

type Result = {
  status: number;
  error: { code: string } | null;
  cursor: string | null;
  file: unknown;
};
const send = (method: string, route: string, body?: object | string) =>
  call(service, tenant.key, method, fs.base + route, body);
const batch = (changes: object[]) => send("POST", "/files:batch", { changes });
const put = (path: string, content = "text", more = {}) => ({
  op: "put",
  path,
  content: Buffer.from(content).toString("base64"),
  ...more,
});

test("changes are made in order, in one transaction, each with its own outcome", async () => {
  const { status, body, headers } = await batch([
    { op: "mkdir", path: "/d" },
    put("/d/f"),
    put("/d/f", "other", { mode: "0600", modified_at: "2001-02-03T04:05:06Z" }),
    put("/none/f"),
    { op: "link", target: "/d/f", path: "/g" },
    { op: "symlink", target: "anything", path: "/s" },
    { op: "patch", path: "/s", modified_at: "2002-02-03T04:05:06Z" },
    { op: "remove", path: "/d" },
    { op: "remove", path: "/d/f" },
    { op: "remove", path: "/d", if_match: '"other"' },
    { op: "remove", path: "/d" },
  ]);
  expect(status).toBe(200);
  const results: Result[] = body.results;
  expect(results.map((result) => result.error?.code ?? result.status)).toEqual([
    201,
    201,
    200,
    "parent_not_found",
    201,
    201,
    200,
    "directory_not_empty",
    204,
    "precondition_failed",
    204,
  ]);
  expect(results.map(({ cursor }) => cursor)).toEqual([
    ..."1 2 3".split(" "),
    null,
    ..."4 5 6".split(" "),
    null,
    "7",
    null,
    "8",
  ]);
  expect(headers.get("x-cursor")).toBe("8");
  expect(results[2]?.file).toMatchObject({ path: "/d/f", size: 5 });
  expect((await send("GET", "/files?path=/g")).body).toBe("other");
  const { rows } = await service.services.pool.query(
    "SELECT count(DISTINCT xmin::text)::int FROM change WHERE filesystem_id = $1",
    [fs.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a quota refuses the change that exceeds it and leaves the others", async () => {
  await setQuota(service.services.db, fs.id, { bytes: 10n, entries: null });
  const { body } = await batch([
    put("/a", "x".repeat(6)),
    put("/b", "x".repeat(6)),
    put("/c", "x"),
  ]);
  expect(body.results.map(({ status, error }: Result) => error?.code ?? status)).toEqual([
    201,
    "byte_quota_exceeded",
    201,
  ]);
});

test("what is too large or unknown is refused by its place, and nothing is made", async () => {
  const problem = async (changes: object[]) => {
    const { status, body } = await batch(changes);
    return [status, body.detail?.[0]?.loc?.join("."), body.detail?.[0]?.type];
  };
  const max = LIMITS.batchContentBytes;
  expect((await batch([put("/max", "x".repeat(max))])).body.results[0].status).toBe(201);
  const over = [put("/a"), put("/b", "x".repeat(max + 1))];
  expect(await problem(over)).toEqual([422, "body.changes.1.content", "too_big"]);
  expect(await problem([{ op: "put", path: "/a", content: "?" }])).toEqual([
    422,
    "body.changes.0.content",
    "string_type",
  ]);
  expect(await problem([{ op: "copy", from: "/a", to: "/b" }])).toEqual([
    422,
    "body.changes.0.op",
    "enum",
  ]);
  expect(await problem([])).toEqual([422, "body.changes", "too_small"]);
  const many = Array.from({ length: LIMITS.batchChanges + 1 }, (_, i) => put(`/${i}`, ""));
  expect(await problem(many)).toEqual([422, "body.changes", "too_big"]);
  expect((await batch([put("/long", "x".repeat(LIMITS.batchBytes))])).status).toBe(413);
  expect((await send("GET", "/entries?path=/")).body.entries).toHaveLength(1);
});

const points = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);

test("a full batch costs 33 points", async () => {
  const before = points((await batch([put("/first", "")])).headers);
  const changes = Array.from({ length: LIMITS.batchChanges }, (_, i) => put(`/${i}`, `${i}`));
  const { body, headers } = await batch(changes);
  expect(body.results.every(({ status }: Result) => status === 201)).toBe(true);
  expect(before - points(headers)).toBe(33);
});

test("a batch of very deep paths costs a point more for each 100 names beyond 32 of a path", async () => {
  const before = points((await batch([put("/first", "")])).headers);
  const top = "/d".repeat(531);
  const deep = await batch([put(`${top}/a`, ""), put(`${top}/b`, ""), put("/d".repeat(32), "")]);
  expect(before - points(deep.headers)).toBe(1 + 10);
});
