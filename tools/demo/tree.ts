import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";

/** What must be at a path in the end. `sha256` in hex; null for a directory. */
export type Expected = { sha256: string | null };

/** The expected tree, by path. Computed from local bytes alone, independently of the service. */
export type Tree = Map<string, Expected>;

export type LocalEntry = { path: string; local: string; kind: "file" | "empty directory" };

/**
 * Returns the files and the empty directories of a local directory, at most `limit` of them, with
 * their paths below `root`. Symbolic links are skipped: they may lead anywhere.
 */
export async function walk(directory: string, root: string, limit: number): Promise<LocalEntry[]> {
  const found: LocalEntry[] = [];
  const open = [{ path: root, local: directory }];
  for (let at = open.pop(); at !== undefined && found.length < limit; at = open.pop()) {
    const entries = await readdir(at.local, { withFileTypes: true });
    if (entries.length === 0) found.push({ ...at, kind: "empty directory" });
    for (const entry of entries) {
      const child = { path: `${at.path}/${entry.name}`, local: path.join(at.local, entry.name) };
      if (entry.isDirectory()) open.push(child);
      else if (entry.isFile() && found.length < limit) found.push({ ...child, kind: "file" });
    }
  }
  return found;
}

/** Returns the SHA-256 of some bytes in hex. */
export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Adds a file (with its hash) or a directory (null) to the tree, with the directories above it. */
export function put(tree: Tree, filePath: string, hash: string | null): void {
  for (
    let parent = path.posix.dirname(filePath);
    parent !== "/";
    parent = path.posix.dirname(parent)
  ) {
    tree.set(parent, { sha256: null });
  }
  tree.set(filePath, { sha256: hash });
}

/** Returns a directory and everything below it. */
function subtree(tree: Tree, directory: string): string[] {
  return [...tree.keys()].filter((p) => p === directory || p.startsWith(`${directory}/`));
}

/** Moves a directory with everything below it. Nothing may exist at `to`. */
export function rename(tree: Tree, from: string, to: string): void {
  for (const filePath of subtree(tree, from)) {
    const expected = tree.get(filePath) ?? { sha256: null };
    tree.delete(filePath);
    tree.set(to + filePath.slice(from.length), expected);
  }
}

/** Removes a file, or a directory with everything below it, from the tree. */
export function remove(tree: Tree, filePath: string): void {
  for (const removed of subtree(tree, filePath)) tree.delete(removed);
}

/**
 * Returns up to `count` directories with at least 2 and at most `most` entries each, the largest
 * first, none inside another. Never returns the root directory.
 */
export function pickDirectories(tree: Tree, count: number, most: number): string[] {
  const sizes = new Map<string, number>();
  for (const filePath of tree.keys()) {
    for (let up = path.posix.dirname(filePath); up !== "/"; up = path.posix.dirname(up)) {
      sizes.set(up, (sizes.get(up) ?? 0) + 1);
    }
  }
  const candidates = [...sizes]
    .filter(([filePath, size]) => size >= 2 && size <= most && filePath.lastIndexOf("/") > 0)
    .toSorted(([a, sizeA], [b, sizeB]) => sizeB - sizeA || (a < b ? -1 : 1));
  const picked: string[] = [];
  for (const [filePath] of candidates) {
    const apart = picked.every(
      (p) => !`${filePath}/`.startsWith(`${p}/`) && !`${p}/`.startsWith(`${filePath}/`),
    );
    if (apart && picked.length < count) picked.push(filePath);
  }
  return picked;
}
