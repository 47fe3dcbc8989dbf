import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";

import { expect } from "vitest";

import type { Stat } from "@/lib/contract/stat";

import { type TestService } from "./service";
import { call } from "./tenant";

/**
 * Calls at once. Each on a mount holds one of the four threads that Node has for files, and the service, which is in this
 * process, needs one to respond.
 */
const AT_ONCE = 2;

/** A directory of a filesystem, `folder`, and a key that may read it. */
export type Source = {
  service: Pick<TestService, "url">;
  key: string;
  base: string;
  folder: string;
};

/** An entry as each way to look at it shows it. */
type Shown = {
  type: string;
  mode: string;
  size: number;
  hash: string;
  modifiedNs: bigint | null;
  links: number | null;
  target: string | null;
};
type Tree = Map<string, Shown>;

/** An event of the feed with `fields=stat`. */
export type FeedEvent = {
  type: "created" | "updated" | "deleted";
  path: string;
  file: Stat | null;
  origin: string;
  author: string | null;
};

/** Everything in a directory, by a fresh listing. */
export async function listAll({ service, key, base, folder }: Source): Promise<Stat[]> {
  const entries: Stat[] = [];
  for (let token = ""; ;) {
    const route = `${base}/entries?path=${folder}&recursive=true&fields=stat${token}`;
    const { body } = await call(service, key, "GET", route);
    entries.push(...body.entries);
    if (body.next_page_token === null) return entries;
    token = `&page_token=${encodeURIComponent(body.next_page_token)}`;
  }
}

/** Every change in a directory since the filesystem was created. */
export async function readFeed({ service, key, base, folder }: Source): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  for (let cursor = "0"; ;) {
    const route = `${base}/changes?cursor=${cursor}&limit=1000&path_prefix=${folder}&fields=stat`;
    const { body } = await call(service, key, "GET", route);
    events.push(...body.events);
    if (!body.has_more) return events;
    cursor = body.cursor;
  }
}

/** The contents of a file by the API. */
export async function readByApi({ service, key, base }: Source, at: string): Promise<Buffer> {
  const response = await fetch(`${service.url}${base}/files?path=${encodeURIComponent(at)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([at, response.status]).toEqual([at, 200]);
  return Buffer.from(await response.arrayBuffer());
}

/** What a directory of this machine shows; the paths begin with `folder`. */
export async function readLocal(root: string, folder: string): Promise<Tree> {
  const names = await readdir(root, { recursive: true });
  const rows = await inTurn(names, async (name): Promise<[string, Shown]> => {
    const file = path.join(root, name);
    const stat = await lstat(file, { bigint: true });
    const type = stat.isDirectory() ? "directory" : stat.isSymbolicLink() ? "symlink" : "file";
    const shown = {
      type,
      mode: (Number(stat.mode) & 0o7777).toString(8).padStart(4, "0"),
      size: type === "directory" ? 0 : Number(stat.size),
      hash: type === "file" ? hashOf(await readFile(file)) : "",
      // The service keeps those of directories as they were when they were created.
      modifiedNs: type === "directory" ? null : stat.mtimeNs,
      links: type === "file" ? Number(stat.nlink) : null,
      target: type === "symlink" ? await readlink(file) : null,
    };
    return [path.posix.join(folder, name), shown];
  });
  return new Map(rows);
}

/** What the API shows, with the hash of the contents that it returns. */
async function readApi(source: Source): Promise<Tree> {
  const entries = await listAll(source);
  const rows = await inTurn(entries, async (entry): Promise<[string, Shown]> => {
    const isFile = entry.type === "file";
    const hash = isFile ? hashOf(await readByApi(source, entry.path)) : "";
    if (isFile) expect([entry.path, `"${hash}"`]).toEqual([entry.path, entry.etag]);
    return [entry.path, toShown(entry, hash)];
  });
  return new Map(rows);
}

const toShown = (entry: Stat, hash: string): Shown => ({
  type: entry.type,
  mode: entry.mode,
  size: entry.type === "directory" ? 0 : entry.size,
  hash,
  modifiedNs: entry.type === "directory" ? null : toNanoseconds(entry),
  links: entry.type === "file" ? entry.nlink : null,
  target: entry.link_target,
});

const toNanoseconds = ({ modified_at, modified_ns }: Stat) =>
  BigInt(Date.parse(modified_at)) * 1_000_000n + BigInt(modified_ns);

/** The names and kinds that a mirror has that applies the feed in order. */
function mirror(events: readonly FeedEvent[]): string[] {
  const kept = new Map<string, string>();
  for (const { type, path: at, file } of events) {
    if (type === "deleted") kept.delete(at);
    else if (file !== null) kept.set(at, summary(file));
  }
  return [...kept].map((row) => row.join(" ")).toSorted();
}

const summary = ({ type, etag, mode, node_id }: Stat) => [type, etag, mode, node_id].join(" ");

/** The API, the feed from its start and the mounts show the same. */
export async function expectAgreement(source: Source, ...mounts: string[]): Promise<void> {
  const byApi = await readApi(source);
  for (const mount of mounts)
    expect(await readLocal(path.join(mount, source.folder), source.folder)).toEqual(byApi);
  const listed = (await listAll(source)).map((entry) => `${entry.path} ${summary(entry)}`);
  const followed = mirror((await readFeed(source)).filter(({ path: at }) => at !== source.folder));
  expect(followed).toEqual(listed.toSorted());
}

/** The first 128 bits of the SHA-256, as in an entity tag. */
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

async function inTurn<From, To>(items: readonly From[], run: (item: From) => Promise<To>) {
  const results: To[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(run))));
  return results;
}
