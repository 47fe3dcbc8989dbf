import {
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

import { usePackedCli } from "@/testing/packed-cli";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const cli = usePackedCli();
// Each test starts many programs.
const timeout = 300_000;
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
  here = mkdtempSync(path.join(os.tmpdir(), "tidemark-files-"));
  return () => rmSync(here, { recursive: true, force: true });
});

const tidemark = (...args: string[]) =>
  cli.run(args, { TIDEMARK_API_URL: service.url, TIDEMARK_API_KEY: tenant.key }, here);
const json = async (...args: string[]) => {
  const { code, out, err } = await tidemark(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const paths = async (...args: string[]): Promise<string[]> =>
  (await json("ls", ...args)).map((entry: { path: string }) => entry.path);
const put = (file: string, content: string) =>
  call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${file}`, content);
const get = async (file: string) =>
  (await call(service, tenant.key, "GET", `${fs.base}/files?path=${file}`)).body;
const write = (name: string, content: string) => writeFileSync(path.join(here, name), content);
const read = (name: string) => readFileSync(path.join(here, name), "utf8");

test("a directory and a file are listed", { timeout }, async () => {
  await put("/a/one.txt", "1234");
  await put("/a/b/two.txt", "");
  expect(await paths(fs.id)).toEqual(["/a"]);
  expect(await paths(`${fs.id}:/a`)).toEqual(["/a/b", "/a/one.txt"]);
  expect(await paths(`${fs.id}:`, "--recursive")).toEqual([
    "/a",
    "/a/b",
    "/a/b/two.txt",
    "/a/one.txt",
  ]);
  expect(await paths(`${fs.id}:/a/one.txt`)).toEqual(["/a/one.txt"]);
  const { out } = await tidemark("ls", `${fs.id}:/a`);
  expect(out.split("\n").map((line) => line.replace(/ +\S+Z +/, " | "))).toEqual([
    expect.stringMatching(/^SIZE +MODIFIED +NAME$/),
    "- | b/",
    "4 B | one.txt",
    "",
  ]);
  const missing = await tidemark("ls", `${fs.id}:/none`);
  expect([missing.code, missing.err]).toEqual([1, "tidemark: Nothing exists at this path.\n"]);
});

test("a file is printed as it is", async () => {
  await put("/a", "line\n\u{1B}[1mé");
  expect((await tidemark("cat", `${fs.id}:/a`)).out).toBe("line\n\u{1B}[1mé");
});

test(
  "files are copied in all directions, and directories with --recursive",
  { timeout },
  async () => {
    write("one.txt", "1");
    mkdirSync(path.join(here, "tree/empty"), { recursive: true });
    write("tree/two.txt", "22");
    expect(await json("cp", "one.txt", `${fs.id}:/new/renamed.txt`)).toMatchObject({
      copied: 1,
      bytes: 1,
    });
    expect(await get("/new/renamed.txt")).toBe("1");
    const refused = await tidemark("cp", "tree", `${fs.id}:/`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--recursive")]);
    await json("cp", "tree", "one.txt", `${fs.id}:/new`, "--recursive");
    expect(await paths(`${fs.id}:/`, "--recursive")).toEqual([
      "/new",
      "/new/one.txt",
      "/new/renamed.txt",
      "/new/tree",
      "/new/tree/empty",
      "/new/tree/two.txt",
    ]);

    await json("cp", `${fs.id}:/new/tree`, "back", "--recursive");
    expect(readdirSync(path.join(here, "back")).toSorted()).toEqual(["empty", "two.txt"]);
    await json("cp", `${fs.id}:/new/renamed.txt`, "back/");
    expect(read("back/renamed.txt")).toBe("1");

    await json("cp", `${fs.id}:/new/tree`, `${fs.id}:/copy`, "--recursive");
    expect(await get("/copy/two.txt")).toBe("22");
    const other = await createFilesystem(service, tenant);
    await json("cp", `${fs.id}:/new`, `${other.id}:/`, "--recursive");
    expect((await tidemark("cat", `${other.id}:/new/tree/two.txt`)).out).toBe("22");
  },
);

test("--no-clobber keeps what is there", async () => {
  write("a", "mine");
  await put("/a", "theirs");
  const up = await tidemark("cp", "a", `${fs.id}:/a`, "--no-clobber");
  expect([up.code, up.err]).toEqual([1, expect.stringContaining("failed a: ")]);
  const down = await tidemark("cp", `${fs.id}:/a`, "a", "--no-clobber");
  expect([down.code, down.err]).toEqual([
    1,
    "failed a: something with this name already exists here\n",
  ]);
  await put("/b", "theirs");
  const moved = await tidemark("mv", `${fs.id}:/b`, `${fs.id}:/a`, "--no-clobber");
  expect(moved.code).toBe(1);
  expect([await get("/a"), read("a")]).toEqual(["theirs", "mine"]);
  expect((await json("cp", "a", `${fs.id}:/a`)).copied).toBe(1);
  expect(await get("/a")).toBe("mine");
});

test("an entry is moved to a name, or into a directory", async () => {
  await put("/a", "1");
  await put("/d/x", "2");
  expect(await json("mv", `${fs.id}:/a`, `${fs.id}:/b`)).toMatchObject({ path: "/b" });
  expect(await json("mv", `${fs.id}:/b`, `${fs.id}:/d`)).toMatchObject({ path: "/d/b" });
  const other = await createFilesystem(service, tenant);
  const far = await tidemark("mv", `${fs.id}:/d`, `${other.id}:/d`);
  expect([far.code, far.err]).toEqual([2, expect.stringContaining("use cp, then rm")]);
});

test("what is deleted is in the trash, a directory only with --recursive", async () => {
  await put("/d/x", "1");
  await put("/y", "2");
  const refused = await tidemark("rm", `${fs.id}:/d`);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("recursive")]);
  const removed = await json("rm", `${fs.id}:/d`, `${fs.id}:/y`, "--recursive");
  const { body } = await call(service, tenant.key, "GET", `${fs.base}/trash`);
  const kept = body.items ?? body;
  expect(removed.map((one: { trash_id: string }) => one.trash_id).toSorted()).toEqual(
    kept.map((one: { id: string }) => one.id).toSorted(),
  );
  expect(await json("ls", fs.id)).toEqual([]);
});

test("symbolic links are neither followed nor copied, and the rest is", async () => {
  mkdirSync(path.join(here, "tree"));
  write("secret", "not to be sent");
  write("tree/file", "1");
  symlinkSync("../secret", path.join(here, "tree/link"));
  const { code, out, err } = await tidemark("cp", "tree", `${fs.id}:/`, "--recursive");
  expect([code, out]).toEqual([0, "1 copied (1 B), 1 skipped\n"]);
  expect(err).toBe("skipped link: symbolic links and special files are not copied\n");
});

test("a file that cannot be read does not stop the others, and fails the command", async () => {
  mkdirSync(path.join(here, "tree"));
  write("tree/good", "1");
  writeFileSync(Buffer.concat([Buffer.from(`${here}/tree/`), Buffer.from([0xff])]), "no name");
  const { code, out, err } = await tidemark("cp", "tree", `${fs.id}:/t`, "--recursive");
  expect([code, out]).toEqual([1, "1 copied (1 B), 1 failed: run the command again\n"]);
  expect(err).toBe("failed \u{FFFD}: the file or its directory does not exist here\n");
  expect(await get("/t/good")).toBe("1");
});

test.each([
  ["cp", "a", "b"],
  ["cp", "a"],
  ["ls", "./a"],
  ["sync", "a", "b"],
  ["completion", "tcsh"],
])("%s %s %s is a mistake", async (...args) => {
  expect((await tidemark(...args.filter((one) => one !== undefined))).code).toBe(2);
});
