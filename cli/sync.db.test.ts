import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";
import { usePackedCli } from "@/testing/packed-cli";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const cli = usePackedCli();
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let fs: Awaited<ReturnType<typeof createFilesystem>>;
let here: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  fs = await createFilesystem(service, tenant);
  here = mkdtempSync(path.join(os.tmpdir(), "tidemark-sync-"));
  return () => rmSync(here, { recursive: true, force: true });
});

const start = (...args: string[]) =>
  cli.start(
    ["sync", ...args],
    { TIDEMARK_API_URL: service.url, TIDEMARK_API_KEY: tenant.key },
    here,
  );
const sync = async (...args: string[]) => {
  const { code, out, err } = await start(...args, "--json").ended;
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const put = (file: string, content: string) =>
  call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${file}`, content);
const write = (name: string, content: string) => {
  mkdirSync(path.dirname(path.join(here, name)), { recursive: true });
  writeFileSync(path.join(here, name), content);
};
const remote = async () => {
  const { body } = await call(
    service,
    tenant.key,
    "GET",
    `${fs.base}/entries?path=/&recursive=true`,
  );
  return body.entries.map((entry: { path: string }) => entry.path);
};
const partial = () =>
  existsSync(path.join(here, "down")) ? readdirSync(path.join(here, "down")) : [];
const local = () =>
  readdirSync(path.join(here, "tree"), { recursive: true, encoding: "utf8" }).toSorted();

test("a directory is sent once, then only what differs", async () => {
  write("tree/a/one", "1");
  write("tree/two", "22");
  const target = `${fs.id}:/copy`;
  expect(await sync("tree", target)).toMatchObject({ copied: 2, same: 0, bytes: 3 });
  expect(await remote()).toEqual(["/copy", "/copy/a", "/copy/a/one", "/copy/two"]);
  write("tree/two", "33");
  write("tree/three", "");
  expect(await sync("tree", target)).toMatchObject({ copied: 2, same: 1, removed: 0 });
  expect(await sync("tree", target)).toMatchObject({ copied: 0, same: 3 });
});

test("--delete removes what the source lacks, and --dry-run only says so", async () => {
  write("tree/a", "1");
  await put("/extra/deep/x", "2");
  const planned = await sync("tree", `${fs.id}:/`, "--delete", "--dry-run");
  expect(planned).toMatchObject({
    copy: ["a"],
    remove: ["extra/deep/x", "extra/deep", "extra"],
  });
  expect(await remote()).toEqual(["/extra", "/extra/deep", "/extra/deep/x"]);
  expect(await sync("tree", `${fs.id}:/`)).toMatchObject({ copied: 1, removed: 0 });
  expect(await sync("tree", `${fs.id}:/`, "--delete")).toMatchObject({ removed: 3 });
  expect(await remote()).toEqual(["/a"]);
});

test("a filesystem is fetched, and local extras are removed without following links", async () => {
  await put("/a/one", "1");
  await put("/two", "22");
  write("outside/kept", "kept");
  write("tree/extra/x", "x");
  symlinkSync("../../outside", path.join(here, "tree/extra/link"));
  expect(await sync(`${fs.id}:/`, "tree", "--delete")).toMatchObject({ copied: 2, removed: 3 });
  expect(local()).toEqual(["a", "a/one", "two"]);
  expect(readdirSync(path.join(here, "outside"))).toEqual(["kept"]);
  expect(await sync(`${fs.id}:/`, "tree", "--delete")).toMatchObject({ copied: 0, same: 2 });
});

test("what is skipped keeps what is below it, also with --delete", async () => {
  await put("/data/one", "1");
  write("elsewhere/x", "x");
  write("tree/two", "2");
  symlinkSync("../elsewhere", path.join(here, "tree/data"));
  const up = await start("tree", `${fs.id}:/`, "--delete").ended;
  expect([up.code, up.err]).toEqual([0, expect.stringContaining("skipped data")]);
  expect(await remote()).toEqual(["/data", "/data/one", "/two"]);
  write("mirror/two/kept", "kept");
  const down = await start(`${fs.id}:/`, "mirror", "--delete").ended;
  expect([down.code, down.err]).toEqual([0, expect.stringContaining("skipped two")]);
  expect(readFileSync(path.join(here, "mirror/two/kept"), "utf8")).toBe("kept");
});

test("a source that does not exist deletes nothing", async () => {
  write("tree/a", "1");
  await put("/b", "2");
  for (const args of [
    [`${fs.id}:/typo`, "tree"],
    ["typo", `${fs.id}:/`],
  ]) {
    const { code, err } = await start(...args, "--delete").ended;
    expect([code, err]).toEqual([1, expect.stringContaining("does not exist")]);
  }
  expect([local(), await remote()]).toEqual([["a"], ["/b"]]);
});

test("nothing is written through a symbolic link in the target", async () => {
  await put("/link/evil", "1");
  await put("/file", "2");
  write("outside/file", "kept");
  mkdirSync(path.join(here, "tree"));
  symlinkSync("../outside", path.join(here, "tree/link"));
  symlinkSync("../outside/file", path.join(here, "tree/file"));
  const { code, err } = await start(`${fs.id}:/`, "tree").ended;
  expect(code).toBe(1);
  expect(err).toContain("failed link/evil: ");
  expect(err).toContain("skipped file: a symbolic link or special file is in its place");
  expect(readdirSync(path.join(here, "outside"))).toEqual(["file"]);
  expect(readFileSync(path.join(here, "outside/file"), "utf8")).toBe("kept");
});

test(
  "a sync that is interrupted leaves no half file and goes on",
  { timeout: 240_000 },
  async () => {
    const files = 400;
    for (let i = 0; i < files; i++) write(`tree/${i}`, `content ${i}`);
    const { child, ended } = start("tree", `${fs.id}:/up`);
    await eventually("some files", async () => (await remote()).length > 20, 60_000);
    child.kill("SIGINT");
    await ended;
    const sent = (await remote()).length - 1;
    expect(sent).toBeLessThan(files);
    const rest = await sync("tree", `${fs.id}:/up`);
    expect(rest.same + rest.copied).toBe(files);
    expect(rest.same).toBeGreaterThanOrEqual(sent);

    const down = start(`${fs.id}:/up`, "down");
    await eventually("some files", () => partial().length > 20, 60_000);
    down.child.kill("SIGTERM");
    await down.ended;
    expect(partial().filter((name) => name.endsWith(".part"))).toEqual([]);
    for (const name of partial())
      expect(readFileSync(path.join(here, "down", name), "utf8")).toBe(`content ${name}`);
    expect(await sync(`${fs.id}:/up`, "down")).toMatchObject({ failed: [] });
    expect(partial()).toHaveLength(files);
  },
);
