import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { sendWith } from "@/lib/api-client/request";
import { portOf } from "@/testing/endpoint";

import { type Action, moveBack, type OnConflict, transferEntries } from "./transfers";

const params = { org_id: "org_1", fs_id: "fs_1" };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A service that has these files, and keeps what moves and copies make of them. */
async function serve(...files: string[]): Promise<Set<string>> {
  const paths = new Set(files);
  const run = async (request: IncomingMessage): Promise<[number, object]> => {
    const { from, to, overwrite } = JSON.parse(await text(request)) as Record<string, string>;
    if (!paths.has(from!)) return [404, { detail: { code: "path_not_found" } }];
    if (paths.has(to!) && !overwrite) return [409, { detail: { code: "already_exists" } }];
    if (request.url?.endsWith("move")) paths.delete(from!);
    paths.add(to!);
    return [200, { path: to, type: "file", size: 1, etag: '"a"', modified_at: "2026-11-24" }];
  };
  const server = createServer((request, response) => {
    void run(request).then(([status, body]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sendWith((url, init) => fetch(`http://127.0.0.1:${portOf(server)}${url}`, init));
  closing.push(
    () => sendWith((url, init) => fetch(url, init)),
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  return paths;
}

const into = (directory: string, action: Action, onConflict: OnConflict, ...paths: string[]) =>
  transferEntries(params, action, { paths, directory, onConflict });

test("a copy into the folder of the file is a second one, whatever is to happen to others", async () => {
  const paths = await serve("/a.txt");
  for (const onConflict of ["refuse", "replace"] as const)
    expect((await into("/", "copy", onConflict, "/a.txt")).failed).toEqual([]);
  expect([...paths]).toEqual(["/a.txt", "/a (2).txt", "/a (3).txt"]);
});

test("what is in the folder already is not moved", async () => {
  const paths = await serve("/a.txt", "/in/b.txt");
  const { done } = await into("/", "move", "keepBoth", "/a.txt", "/in/b.txt");
  expect(done).toEqual([{ from: "/in/b.txt", to: "/b.txt" }]);
  expect([...paths].toSorted()).toEqual(["/a.txt", "/b.txt"]);
});

test("moves are undone, except those whose old path is taken by now", async () => {
  const paths = await serve("/a.txt", "/b.txt", "/in/b.txt");
  const { done } = await into("/in", "move", "keepBoth", "/a.txt", "/b.txt");
  paths.add("/a.txt");
  const { changes, failed } = await moveBack(params, done);
  expect(failed).toMatchObject([{ path: "/in/a.txt", error: { code: "already_exists" } }]);
  expect(changes.map(({ path }) => path)).toEqual(["/in/b (2).txt", "/b.txt"]);
  expect([...paths].toSorted()).toEqual(["/a.txt", "/b.txt", "/in/a.txt", "/in/b.txt"]);
});
