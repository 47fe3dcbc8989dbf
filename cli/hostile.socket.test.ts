import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";
import { usePackedCli } from "@/testing/packed-cli";
import { statOf } from "@/testing/stat";

// A service that tells lies, as one that was broken into would.
const FS = "fs_01kb3x6v7cf2dsk8xkqz4n5w9a";
const ORG = "org_01kb3x6v7cf2dsk8xkqz4n5w9a";
const NAMES = [
  "/../../evil",
  "/d/../../evil",
  "/..",
  "/./evil",
  "//evil",
  "/ok",
  "/\u{1B}]0;evil\u{7}",
];

const cli = usePackedCli();
let here: string;
const stat = (name: string, type: "file" | "directory") =>
  statOf(name, { type, etag: '"2cf24dba5fb0a30e26e83b2ac5b9e29e"', node_id: name });
const server = createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
  const json = (body: object) => outgoing.end(JSON.stringify(body));
  if (pathname.endsWith("/files:stat")) json(stat("/", "directory"));
  else if (pathname.endsWith("/entries"))
    json({
      root: null,
      entries: NAMES.map((name) => stat(name, "file")),
      cursor: "1",
      next_page_token: null,
    });
  else if (pathname.endsWith("/files")) outgoing.end("hello");
  else outgoing.writeHead(404).end("{}");
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  here = mkdtempSync(path.join(os.tmpdir(), "tidemark-hostile-"));
  mkdirSync(path.join(here, "a/b"), { recursive: true });
  return () => rmSync(here, { recursive: true, force: true });
});

const tidemark = (...args: string[]) =>
  cli.run(
    [...args, "--org", ORG],
    { TIDEMARK_API_URL: `http://127.0.0.1:${portOf(server)}`, TIDEMARK_API_KEY: "tmk_x" },
    path.join(here, "a/b"),
  );

test.each(["cp --recursive", "sync", "sync --delete"])(
  "%s writes nothing outside of the directory, and does not steer the terminal",
  async (given) => {
    const [command, ...flags] = given.split(" ");
    const { code, out, err } = await tidemark(command!, `${FS}:/`, "target", ...flags);
    expect(code).toBe(1);
    expect((out + err).replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(err.match(/leads outside of the directory/g)).toHaveLength(5);
    const all = readdirSync(here, { recursive: true, encoding: "utf8" }).toSorted();
    expect(all).toEqual([
      "a",
      "a/b",
      "a/b/target",
      "a/b/target/\u{1B}]0;evil\u{7}",
      "a/b/target/ok",
    ]);
  },
);

test("a listing does not steer the terminal either", async () => {
  const { code, out } = await tidemark("ls", `${FS}:/`);
  expect([code, out]).toEqual([0, expect.stringContaining("\u{FFFD}]0;evil\u{FFFD}")]);
  expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});
