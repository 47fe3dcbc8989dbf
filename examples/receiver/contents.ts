import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

import { ApiError } from "./api";
import type { FileInfo } from "./message";
import type { Mirror } from "./mirror";
import type { Source } from "./sync";

const AT_ONCE = 4;

/**
 * Makes the directory equal to the mirror at `paths`, or everywhere when `paths` is null, and
 * returns how many files were fetched. Directories and files only: a symbolic link in the tree
 * could lead out of it. A file deleted in the meantime is left to its next event.
 */
export async function syncContents(
  directory: string,
  mirror: () => Mirror,
  source: Source,
  paths: string[] | null,
): Promise<number> {
  await mkdir(directory, { recursive: true });
  const work = paths ?? [...(await onDisk(directory)), ...mirror().entries.keys()];
  // In code unit order a directory sorts before its contents.
  const pending = [...new Set(work)].toSorted();
  const later: string[] = [];
  for (const filePath of pending) {
    const file = mirror().entries.get(filePath);
    const target = inside(directory, filePath);
    if (target === null) continue;
    if (file?.type === "file") later.push(filePath);
    else if (file?.type === "directory") await makeDirectory(target);
    else if (filePath !== "/") await remove(target);
  }
  return fetchAll(directory, mirror, source, later);
}

/** Fetches everything it can before it throws for what it could not. */
async function fetchAll(
  directory: string,
  mirror: () => Mirror,
  source: Source,
  filePaths: string[],
): Promise<number> {
  let fetched = 0;
  const failures: unknown[] = [];
  const fetchers = Array.from({ length: AT_ONCE }, async () => {
    for (let filePath = filePaths.pop(); filePath !== undefined; filePath = filePaths.pop()) {
      const file = mirror().entries.get(filePath);
      if (file?.type !== "file") continue;
      try {
        if (await fetchFile(directory, source, file)) fetched += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  });
  await Promise.all(fetchers);
  if (failures.length > 0) {
    throw new Error(`${failures.length} files could not be fetched`, { cause: failures[0] });
  }
  return fetched;
}

/**
 * Returns the etag that a local file would have: the first 32 hex digits of its SHA-256, quoted.
 */
async function etagOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return `"${hash.digest("hex").slice(0, 32)}"`;
}

/** The location on disk of a filesystem path; null for one that could lead elsewhere. */
function inside(directory: string, filePath: string): string | null {
  const names = filePath.split("/").filter(Boolean);
  if (names.some((name) => name === "." || name === ".." || /[\0\\]/.test(name))) return null;
  return path.join(directory, ...names);
}

async function fetchFile(directory: string, source: Source, file: FileInfo): Promise<boolean> {
  const target = inside(directory, file.path);
  if (target === null) return false;
  const state = await lstat(target).catch(() => null);
  if (state?.isFile() && (await etagOf(target)) === file.etag) return false;

  const partial = `${directory}.partial-${createHash("sha256").update(file.path).digest("hex")}`;
  try {
    await source.api.download(`${source.base}/files`, { path: file.path }, partial);
    if (state?.isDirectory()) await rm(target, { recursive: true });
    await makeDirectory(path.dirname(target));
    await rename(partial, target);
    return true;
  } catch (error) {
    // It was deleted or became a directory meanwhile, of which a message tells.
    if (error instanceof ApiError && [404, 409].includes(error.status)) return false;
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Below a path that became a file there is nothing left to remove. */
async function remove(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOTDIR") throw error;
  });
}

/** A directory may replace a file. */
async function makeDirectory(target: string): Promise<void> {
  const state = await lstat(target).catch(() => null);
  if (state !== null && !state.isDirectory()) await rm(target);
  await mkdir(target, { recursive: true });
}

async function onDisk(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true });
  return found.map((name) => `/${name.split(path.sep).join("/")}`);
}
