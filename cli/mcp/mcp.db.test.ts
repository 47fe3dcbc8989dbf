import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { usePackedCli } from "@/testing/packed-cli";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createTenant } from "@/testing/tenant";

const cli = usePackedCli();
let service: TestService;
let tenant: Awaited<ReturnType<typeof createTenant>>;
const opened: Client[] = [];
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
afterAll(() => service.close());
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

/** A client of the server that the command line is, as an editor or an assistant starts it. */
async function connect(...args: string[]) {
  const client = new Client({ name: "test", version: "1" });
  opened.push(client);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [cli.program, "mcp", ...args],
      env: { TIDEMARK_API_URL: service.url, TIDEMARK_API_KEY: tenant.key },
    }),
  );
  const ask = async (name: string, input: object = {}) => {
    const result = await client.callTool({ name, arguments: { ...input } });
    const [content] = result.content as { text: string }[];
    return { text: content!.text, isError: result.isError === true };
  };
  const read = async (name: string, input: object = {}) => {
    const { text, isError } = await ask(name, input);
    expect([text, isError]).toEqual([text, false]);
    return JSON.parse(text);
  };
  return { client, ask, read };
}

const put = (base: string, file: string, content: string | Uint8Array<ArrayBuffer>) =>
  call(service, tenant.key, "PUT", `${base}/files?parents=true&path=${file}`, content);

test("a server reads one filesystem, in parts, and writes nothing", async () => {
  const fs = await createFilesystem(service, tenant);
  const other = await createFilesystem(service, tenant);
  await put(fs.base, "/a/hello.txt", "hello world");
  await put(fs.base, "/bytes", new Uint8Array([0, 255]));
  const { client, ask, read } = await connect("--filesystem", fs.id);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "list_filesystems",
    "list_directory",
    "read_file",
    "search_files",
    "list_changes",
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(await read("list_filesystems")).toEqual([{ filesystem_id: fs.id, name: "test" }]);
  const listed = await read("list_directory", { recursive: true });
  expect(listed.entries.map(({ path }: { path: string }) => path)).toEqual([
    "/a",
    "/a/hello.txt",
    "/bytes",
  ]);
  expect(await read("read_file", { path: "/a/hello.txt" })).toEqual({
    size: 11,
    next_offset: null,
    text: "hello world",
  });
  const parts = { path: "/a/hello.txt", offset: 6, length: 3 };
  expect(await read("read_file", parts)).toEqual({ size: 11, next_offset: 9, text: "wor" });
  const first = { path: "/a/hello.txt", length: 5 };
  expect(await read("read_file", first)).toEqual({ size: 11, next_offset: 5, text: "hello" });
  expect(await read("read_file", { path: "/bytes" })).toMatchObject({ base64: "AP8=" });
  expect((await read("search_files", { query: "HELL" })).entries).toHaveLength(1);
  const { cursor } = await read("list_changes");
  await put(fs.base, "/new", "");
  expect((await read("list_changes", { cursor })).events).toMatchObject([{ path: "/new" }]);

  expect(await ask("read_file", { path: "/none" })).toEqual({
    text: "Nothing exists at this path.",
    isError: true,
  });
  expect(await ask("read_file", { path: "/x", filesystem_id: other.id })).toEqual({
    text: `This server shows ${fs.id} only.`,
    isError: true,
  });
  expect((await ask("read_file", { path: "/x", length: 1024 ** 3 })).isError).toBe(true);
  expect((await ask("write_file", { path: "/x", text: "" })).isError).toBe(true);
});

test("text comes back as it is, whatever is cut by a part, and other bytes as Base64", async () => {
  const fs = await createFilesystem(service, tenant);
  const text = "日本語のテキスト".repeat(6_000);
  await put(fs.base, "/text", text);
  await put(fs.base, "/latin", new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
  const { read } = await connect("--filesystem", fs.id);
  let got = "";
  for (let offset: number | null = 0; offset !== null;) {
    const part: { text: string; next_offset: number | null } = await read("read_file", {
      path: "/text",
      offset,
      length: 65_536,
    });
    got += part.text;
    offset = part.next_offset;
  }
  expect(got === text).toBe(true);
  expect(await read("read_file", { path: "/latin" })).toMatchObject({ base64: "Y2Fm6Q==" });
  const tiny = { path: "/text", offset: 0, length: 1 };
  expect(await read("read_file", tiny)).toMatchObject({ base64: "5g==", next_offset: 1 });
});

const part = (offset: number) => ({ path: "/log", offset, length: 4 });

test("parts of two versions of a file do not mix", async () => {
  const fs = await createFilesystem(service, tenant);
  const { ask, read } = await connect("--filesystem", fs.id);
  const changed = {
    text: "The file changed while it was read; read it again from offset 0.",
    isError: true,
  };
  await put(fs.base, "/log", "aaaabbbbcccc");
  await read("read_file", part(0));
  expect(await read("read_file", part(4))).toMatchObject({ text: "bbbb", next_offset: 8 });
  for (const other of ["AAAABBBBCCCC", "A"]) {
    await put(fs.base, "/log", other);
    expect(await ask("read_file", part(8))).toEqual(changed);
  }
  await put(fs.base, "/log", "AAAABBBB");
  expect(await read("read_file", part(0))).toMatchObject({ text: "AAAA" });
  expect(await read("read_file", part(4))).toMatchObject({ text: "BBBB", next_offset: null });
  // What is added to a file that was read to its end is read on.
  await put(fs.base, "/log", "AAAABBBBCCCC");
  expect(await read("read_file", part(8))).toMatchObject({ text: "CCCC" });
});

test("files are resources", async () => {
  const fs = await createFilesystem(service, tenant);
  await put(fs.base, "/a%20b.txt", "text");
  await put(fs.base, "/large", "x".repeat(300 * 1024));
  const { client } = await connect("--filesystem", fs.id);
  const { resources } = await client.listResources();
  const uri = `tidemark://${fs.id}/a%20b.txt`;
  expect(resources).toMatchObject([{ uri, name: "a b.txt", size: 4 }, { name: "large" }]);
  expect((await client.readResource({ uri })).contents).toEqual([{ uri, text: "text" }]);
  await expect(client.readResource({ uri: `tidemark://${fs.id}/large` })).rejects.toThrow(
    "read_file",
  );
});

test("with --write it writes, and replaces only what it has read", async () => {
  const fs = await createFilesystem(service, tenant);
  const { ask, read } = await connect("--write");
  expect(await ask("list_directory")).toEqual({
    text: "Pass filesystem_id: list_filesystems shows them.",
    isError: true,
  });
  const here = { filesystem_id: fs.id };
  const made = await read("write_file", { ...here, path: "/d/a.md", text: "one" });
  expect((await ask("write_file", { ...here, path: "/d/a.md", text: "two" })).isError).toBe(true);
  await read("write_file", { ...here, path: "/d/a.md", text: "two", if_match: made.etag });
  await read("make_directory", { ...here, path: "/e" });
  await read("move_entry", { ...here, from: "/d/a.md", to: "/e/b.md" });
  expect(await read("read_file", { ...here, path: "/e/b.md" })).toMatchObject({ text: "two" });
  expect((await ask("delete_entry", { ...here, path: "/e" })).isError).toBe(true);
  const gone = await read("delete_entry", { ...here, path: "/e", recursive: true });
  expect(gone.trash_id).toMatch(/^trash_/);
});
