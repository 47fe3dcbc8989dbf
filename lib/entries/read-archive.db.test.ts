import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { asOwner } from "@/testing/database";
import { eventually } from "@/testing/eventually";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const MIB = 1024 * 1024;

let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let base: string;
let directory: string;
beforeAll(async () => {
  service = await startTestService({ env: { MAX_COPY_ENTRIES: "300" } });
  directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-archive-"));
});
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  tenant = await createTenant(service);
  ({ base } = await createFilesystem(service, tenant));
});

const send = (method: string, route: string, body?: string | Uint8Array<ArrayBuffer> | object) =>
  call(service, tenant.key, method, base + route, body);
const put = async (file: string, content: string | Uint8Array<ArrayBuffer>) => {
  const { status } = await send(
    "PUT",
    `/files?parents=true&path=${encodeURIComponent(file)}`,
    content,
  );
  expect(status).toBeLessThan(300);
};
const download = (paths: readonly string[], key = tenant.key) =>
  fetch(
    `${service.url}${base}/archive?${new URLSearchParams(paths.map((each) => ["path", each]))}`,
    {
      headers: { authorization: `Bearer ${key}` },
    },
  );
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Unpacks an archive by the program that everyone has; returns the directory. */
async function unpack(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const file = path.join(directory, `${randomBytes(4).toString("hex")}.zip`);
  writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
  execFileSync("unzip", ["-q", file, "-d", `${file}.d`]);
  return `${file}.d`;
}
const hashIn = (at: string, name: string) => sha256(readFileSync(path.join(at, name)));

test("an archive has files small and large, empty directories and symbolic links as they are", async () => {
  const large = randomBytes(3 * MIB + 17);
  await put("/top/a/large.bin", large);
  await put("/top/a/small — ü.txt", "small");
  await put("/top/empty.txt", "");
  await put("/other.txt", "not in it");
  await send("POST", "/directories", { path: "/top/none" });
  await send("POST", "/files:symlink", { path: "/top/link", target: "a/large.bin" });
  await send("PATCH", "/files?path=/top/empty.txt", { mode: "0755" });
  const response = await download(["/top"]);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="top.zip"');
  const at = await unpack(response);
  expect(hashIn(at, "top/a/large.bin")).toBe(sha256(large));
  expect(hashIn(at, "top/a/small — ü.txt")).toBe(sha256("small"));
  expect(hashIn(at, "top/empty.txt")).toBe(sha256(""));
  expect(readlinkSync(path.join(at, "top/link"))).toBe("a/large.bin");
  expect(lstatSync(path.join(at, "top/none")).isDirectory()).toBe(true);
  expect(lstatSync(path.join(at, "top/empty.txt")).mode & 0o777).toBe(0o755);
  expect(() => lstatSync(path.join(at, "other.txt"))).toThrow("ENOENT");
});

test("several paths are named from the directory that holds them all", async () => {
  for (const name of ["/x/a/1.txt", "/x/b/1.txt", "/x/c/1.txt"]) await put(name, name);
  const at = await unpack(await download(["/x/a", "/x/b/1.txt", "/x/a/1.txt"]));
  expect(hashIn(at, "a/1.txt")).toBe(sha256("/x/a/1.txt"));
  expect(hashIn(at, "b/1.txt")).toBe(sha256("/x/b/1.txt"));
  expect(() => lstatSync(path.join(at, "c"))).toThrow("ENOENT");
});

test("more entries than may be copied are refused", async () => {
  const changes = Array.from({ length: 300 }, (_, n) => ({ op: "mkdir", path: `/d${n}` }));
  await send("POST", "/files:batch", { changes });
  const refused = await download(["/"]);
  expect([refused.status, (await refused.json()).detail]).toMatchObject([
    409,
    { code: "too_many_entries", limit: 300 },
  ]);
});

test("a content that an earlier release stored as a row beyond the limit is in the archive", async () => {
  await put("/a.txt", "small");
  await asOwner(
    service,
    `UPDATE content SET bytes = repeat('x', 16386)::bytea, hash = sha256(repeat('x', 16386)::bytea)
       WHERE hash = sha256('small');
     UPDATE node SET size = 16386, blob_hash = sha256(repeat('x', 16386)::bytea)
       WHERE blob_hash = sha256('small')`,
  );
  const at = await unpack(await download(["/"]));
  expect(hashIn(at, "a.txt")).toBe(sha256("x".repeat(16_386)));
});

test("contents that are gone are listed in the archive", async () => {
  await put("/a.txt", "here");
  await put("/b.txt", "gone");
  await asOwner(service, `DELETE FROM content WHERE hash = sha256('gone')`);
  const at = await unpack(await download(["/"]));
  expect(hashIn(at, "a.txt")).toBe(sha256("here"));
  expect(readFileSync(path.join(at, "MISSING.txt"), "utf8")).toBe("b.txt\n");
});

test("a key has two at once, and who loses access gets no more", async () => {
  await put("/large.bin", randomBytes(64 * MIB));
  const held = await Promise.all([download(["/"]), download(["/"])]);
  const third = await download(["/"]);
  expect([third.status, (await third.json()).detail.code]).toEqual([429, "too_many_open"]);
  await held[0]?.body?.cancel();
  await eventually("a slot is free", async () => {
    const next = await download(["/large.bin"]);
    await next.body?.cancel();
    return next.status === 200;
  });
  await service.services.pool.query("UPDATE api_key SET expires_at = now() WHERE id = $1", [
    tenant.keyId,
  ]);
  await eventually("it is cut", () => service.services.accessWatch.count() === 0);
  const rest = held[1]?.arrayBuffer().then(({ byteLength }) => byteLength);
  await expect(rest).rejects.toThrow("terminated");
});

test("refuses what is not there, too many paths and other tenants", async () => {
  await put("/a.txt", "a");
  const missing = await download(["/a.txt", "/none"]);
  expect([missing.status, (await missing.json()).detail.code]).toEqual([404, "path_not_found"]);
  const many = await download(Array.from({ length: 101 }, (_, n) => `/${n}`));
  expect(many.status).toBe(422);
  expect((await download([])).status).toBe(422);
  const other = await createTenant(service);
  expect((await download(["/a.txt"], other.key)).status).toBe(404);
});
