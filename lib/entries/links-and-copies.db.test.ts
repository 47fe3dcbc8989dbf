import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { setQuota } from "@/lib/filesystems/set-quota";
import { startTestService, type TestService } from "@/testing/service";
import { runStep } from "@/testing/steps";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let id: string;
let base: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ id, base } = await createFilesystem(service, tenant));
});

const run = (step: string) => runStep(service, tenant.key, base, step);
const given = async (...steps: string[]) => {
  for (const step of steps) expect((await run(step)).status).toBeLessThan(300);
};
const stat = async (path: string) => (await run(`stat ${path}`)).body;
const send = (method: string, route: string, body: object) =>
  call(service, tenant.key, method, base + route, body);
const usage = async () => {
  const { body } = await call(service, tenant.key, "GET", `${base}/usage`);
  return [body.entries - body.trash_entries, body.retained_bytes - body.trash_bytes];
};
const quota = (limits: { bytes?: bigint; entries?: bigint }) =>
  setQuota(service.services.db, id, { bytes: null, entries: null, ...limits });
const refusal = (status: number, code: string) => ({ status, body: { detail: { code } } });

const targetProblem = async (target: unknown) => {
  const { status, body } = await send("POST", "/files:symlink", { target, path: "/s" });
  return [status, body.detail?.[0]?.loc?.join("."), body.detail?.[0]?.type];
};
const patchProblems = async (body: object) =>
  (await send("PATCH", "/files?path=/f", body)).body.detail.map(
    ({ loc, type }: { loc: string[]; type: string }) => [loc.join("."), type],
  );

test("a hard link is the same file under one more name", async () => {
  await given("mkdir /d", "put /f content=one", "link /f /d/g");
  const { node_id, ...rest } = await stat("/f");
  expect(rest).toMatchObject({ nlink: 2, size: 3, mode: "0644" });
  expect(await stat("/d/g")).toEqual({ ...rest, node_id, path: "/d/g" });
  await given("put /d/g content=three", "patch /f mode=0600");
  expect((await run("get /f")).body).toBe("three");
  expect(await stat("/d/g")).toMatchObject({ mode: "0600", size: 5 });
  await given("delete /f");
  expect(await stat("/d/g")).toMatchObject({ nlink: 1, node_id });
});

test("a symbolic link keeps any text, which is its size and its tag", async () => {
  for (const target of ["ü 😀", "/", "../../etc", "a//b/./..", "x".repeat(4096)]) {
    const response = await send("POST", "/files:symlink", { target, path: "/s" });
    const size = Buffer.byteLength(target);
    expect(response).toMatchObject({ status: 201, body: { path: "/s", type: "symlink", size } });
    expect(Object.keys(response.body)).toHaveLength(5);
    const { etag } = response.body;
    const copy = await call(service, tenant.key, "PUT", `${base}/files?path=/text`, target);
    expect(etag).toBe(copy.body.etag);
    expect(await stat("/s")).toMatchObject({ link_target: target, mode: "0777", nlink: 1, etag });
    await given("delete /s");
  }
});

test("targets no system could keep are refused", async () => {
  const at = "body.target";
  expect(await targetProblem("")).toEqual([422, at, "too_small"]);
  expect(await targetProblem("a\0b")).toEqual([422, at, "path_encoding"]);
  expect(await targetProblem("\ud800")).toEqual([422, at, "path_encoding"]);
  expect(await targetProblem("ä".repeat(2049))).toEqual([422, at, "path_too_long"]);
  expect(await targetProblem(7)).toEqual([422, at, "string_type"]);
  expect(await targetProblem(undefined)).toEqual([422, at, "missing"]);
});

test("PATCH sets what it is given and nothing else", async () => {
  await given("put /f", "patch /f mode=4755");
  const { changed_at: _, ...before } = await stat("/f");
  expect(before.mode).toBe("4755");
  await given("patch /f modified_at=2001-02-03T04:05:06.7894Z");
  const set = { modified_at: "2001-02-03T04:05:06.789Z", modified_ns: 400_000 };
  expect(await stat("/f")).toMatchObject({ ...before, ...set });
  for (const time of ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
    expect((await run(`patch /f modified_at=${time}`)).body.modified_at).toBe(time);
    expect(await stat("/f")).toMatchObject({ modified_at: time, mode: "4755" });
    expect((await run("get /f")).headers.get("last-modified")).toBe(new Date(time).toUTCString());
  }
  expect((await run(`patch /f if_match=${before.etag}`)).status).toBe(200);
});

test("a PATCH that makes no sense is refused field by field", async () => {
  await given("put /f");
  for (const time of ["2001-02-03", "now", "2001-02-30T00:00:00Z", "2001-02-03T04:05:06+02:00"])
    expect(await patchProblems({ modified_at: time })).toEqual([
      ["body.modified_at", "string_type"],
    ]);
  expect(await patchProblems({ modified_at: "0000-01-01T00:00:00Z" })).toEqual([
    ["body.modified_at", "too_small"],
  ]);
  expect(await patchProblems({ mode: "0999", owner: 1 })).toEqual([
    ["body.mode", "string_type"],
    ["body.owner", "extra_forbidden"],
  ]);
});

test("a copy has contents, modes and targets of its source, and nodes and times of its own", async () => {
  await given("mkdir /a", "put /a/f content=one mode=0600", "link /a/f /a/g", "symlink f /a/s");
  await given("patch /a mode=0700", "patch /a/f modified_at=2001-02-03T04:05:06Z", "copy /a /b");
  const [file, copy] = [await stat("/a/f"), await stat("/b/f")];
  expect(copy).toMatchObject({ etag: file.etag, mode: "0600", nlink: 1, size: 3 });
  expect(copy.node_id).not.toBe(file.node_id);
  expect(Date.parse(copy.modified_at)).toBeGreaterThan(Date.parse("2020-01-01"));
  expect((await stat("/b/g")).node_id).not.toBe(copy.node_id);
  expect(await stat("/b/s")).toMatchObject({ type: "symlink", link_target: "f", mode: "0777" });
  const directory = await stat("/b");
  expect(directory).toMatchObject({ mode: "0700", etag: `"d-${directory.node_id}"`, size: 0 });
  await given("put /b/f content=other");
  expect((await run("get /a/f")).body).toBe("one");
  await given("delete /a recursive=true");
  expect((await run("get /b/g")).body).toBe("one");
  expect(await usage()).toEqual([4, 8]);
});

test("a copy over a file is a write to it: its other names show it, and its node stays", async () => {
  await given("put /f content=one mode=0600", "put /g content=other", "link /g /h");
  const { node_id } = await stat("/h");
  await given("copy /f /g overwrite");
  expect(await stat("/h")).toMatchObject({ size: 3, mode: "0600", nlink: 2, node_id });
  expect(await usage()).toEqual([2, 6]);
  await given("move /f /g overwrite");
  expect([(await stat("/g")).nlink, (await stat("/h")).nlink]).toEqual([1, 1]);
  expect(await usage()).toEqual([2, 6]);
});

test("quotas count each node once: links are free, copies are not", async () => {
  await given("mkdir /a", "put /a/f content=12345", "put /a/g content=123");
  await given("link /a/f /a/h", "symlink 1234567 /a/s");
  expect(await usage()).toEqual([4, 8]);
  await quota({ entries: 4n });
  await given("link /a/f /i", "copy /a/f /a/g overwrite", "copy /a/f /a/h overwrite");
  expect(await usage()).toEqual([4, 10]);
  for (const step of ["symlink x /t", "copy /a/f /x", "copy /a /b", "copy /a/s /a/f overwrite"])
    expect(await run(step)).toMatchObject(refusal(409, "entry_quota_exceeded"));
  // What is replaced and has no other name makes room for what replaces it.
  await given("copy /a/s /a/g overwrite");
  expect(await usage()).toEqual([4, 5]);
  await quota({ entries: 8n });
  expect(await run("copy /a /b")).toMatchObject(refusal(409, "entry_quota_exceeded"));
  await quota({ entries: 9n });
  await given("copy /a /b");
  expect(await usage()).toEqual([9, 15]);
});

test("copies count their bytes, and only where they grow", async () => {
  await given("mkdir /a", "put /a/f content=12345", "put /a/g content=123", "symlink 12345 /s");
  await quota({ bytes: 15n });
  expect(await run("copy /a /b")).toMatchObject(refusal(409, "byte_quota_exceeded"));
  expect(await run("put /x content=12345678")).toMatchObject(refusal(409, "byte_quota_exceeded"));
  await given("copy /a/f /b", "copy /s /t");
  expect(await usage()).toEqual([6, 13]);
  await quota({ bytes: 14n });
  expect(await run("copy /a/f /a/g overwrite")).toMatchObject(refusal(409, "byte_quota_exceeded"));
  await quota({ bytes: 0n });
  await given("copy /a/g /b overwrite", "copy /s /a/g overwrite", "link /a/f /h");
  expect(await usage()).toEqual([6, 8]);
  await given("delete /a recursive=true", "delete /t", "delete /s", "delete /b", "delete /h");
  expect(await usage()).toEqual([0, 0]);
});
