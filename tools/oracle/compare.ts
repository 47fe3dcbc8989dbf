import { createHash } from "node:crypto";

import { z } from "zod";

import type { Api } from "@/examples/receiver/api";
import type { FileInfo } from "@/examples/receiver/message";

import type { Written } from "./writer";

/** Where a seed's tree is, and what its writer recorded about it. `base` starts after `/api/v1`. */
export type Source = { api: Api; base: string; written: Written; origin: string; key: string };

const CONTENTS_READ = 3;
const statSchema = z.object({ node_id: z.string() });

/** The expected contents of a mirror: everything at the prefix and below. */
export function below(tree: readonly FileInfo[], prefix: string): Map<string, FileInfo> {
  const inside = (path: string) =>
    prefix === "/" || path === prefix || path.startsWith(`${prefix}/`);
  return new Map(tree.filter(({ path }) => inside(path)).map((info) => [info.path, info]));
}

/**
 * How a mirror differs from the tree, one line each; none when it is equal. For a file that has or
 * had several names only its existence counts, since a change through one name is not reported for
 * the others (spec 5.23).
 */
export async function compare(
  expected: ReadonlyMap<string, FileInfo>,
  mirror: ReadonlyMap<string, FileInfo>,
  source: Source,
): Promise<string[]> {
  const differences: string[] = [];
  for (const path of new Set([...expected.keys(), ...mirror.keys()])) {
    const [is, seen] = [expected.get(path), mirror.get(path)];
    // The root has no event of its own.
    if (path === "/") continue;
    if (is === undefined) differences.push(`${path} is only in the mirror`);
    else if (seen === undefined) differences.push(`${path} is not in the mirror`);
    else if (same(is, seen)) continue;
    else if (!(await hadSeveralNames(path, source)))
      differences.push(`${path} is ${show(is)}, in the mirror ${show(seen)}`);
  }
  return differences;
}

/**
 * Files whose bytes differ from those written under their entity tag, one line each; checks a
 * sample.
 */
export async function compareContents(
  tree: readonly FileInfo[],
  { base, written, origin, key }: Source,
): Promise<string[]> {
  const known = tree.flatMap((info) => {
    const hash = written.contents.get(info.etag);
    return hash === undefined ? [] : [{ info, hash }];
  });
  const differences: string[] = [];
  for (const { info, hash } of known.slice(0, CONTENTS_READ)) {
    const url = `${origin}/api/v1${base}/files?path=${encodeURIComponent(info.path)}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (createHash("sha256").update(bytes).digest("hex") !== hash)
      differences.push(`${info.path} has different bytes than were written`);
  }
  return differences;
}

async function hadSeveralNames(path: string, { api, base, written }: Source): Promise<boolean> {
  const { json } = await api.call("GET", `${base}/files:stat`, { query: { path } });
  return written.linked.has(statSchema.parse(json).node_id);
}

const same = (a: FileInfo, b: FileInfo) =>
  a.type === b.type && (a.type === "directory" || (a.size === b.size && a.etag === b.etag));

const show = ({ type, size, etag }: FileInfo) => `${type} ${size} ${etag}`;
