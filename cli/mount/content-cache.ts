import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import type { Cached, Source } from "./cached";
import { fetchInto, WHOLE_BYTES } from "./fetch-into";
import { FuseError } from "./fuse/errno";
import type { Remote } from "./remote";
import { readAt } from "./stage";

/** A directory of contents, and which of them were found to be as they should be. */
export type Cache = { directory: string; intact: Set<string> };

/** The name of contents in the cache. */
export const cachedFile = ({ directory }: Cache, etag: string) =>
  path.join(directory, etag.replaceAll('"', ""));

/** The etag of contents with a name in the cache. */
export const etagOf = (name: string) => `"${name}"`;

/** A name in the cache that is not one of contents. */
export const partialFile = ({ directory }: Cache) => path.join(directory, `.${randomUUID()}`);

/** Opens contents, and fetches them if they are not large. @throws FuseError EIO for damaged contents */
export async function openCached(
  cache: Cache,
  remote: Pick<Remote, "read">,
  source: Source,
): Promise<Cached> {
  const file = cachedFile(cache, source.etag);
  const fd = openExisting(cache, file, source);
  if (fd !== null) return { fd, pieces: null, pieceBytes: 0 };
  const partial = partialFile(cache);
  const made = fs.openSync(partial, "wx+", 0o600);
  // Without a name, pieces go with the process.
  if (source.size > WHOLE_BYTES) {
    fs.rmSync(partial);
    return { fd: made, pieces: new Map(), pieceBytes: 0 };
  }
  try {
    await fetchInto(made, remote, source, [0, source.size]);
    if (!isIntact(cache, made, source)) throw new FuseError("EIO");
    fs.renameSync(partial, file);
    return { fd: made, pieces: null, pieceBytes: 0 };
  } catch (error) {
    fs.closeSync(made);
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

function openExisting(cache: Cache, file: string, source: Source): number | null {
  let fd: number;
  try {
    fd = fs.openSync(file, "r");
  } catch {
    return null;
  }
  if (isIntact(cache, fd, source)) {
    // Its time says when it was last needed, as the oldest go first.
    fs.futimesSync(fd, new Date(), new Date());
    return fd;
  }
  fs.closeSync(fd);
  fs.rmSync(file, { force: true });
  return null;
}

/**
 * Whether a file has what it should have: a power cut may leave it short, or with zeros. The etag is half of the SHA-256,
 * which is compared once in each process. Large files get their name when the disk has them: their size says enough.
 */
function isIntact({ intact }: Cache, fd: number, { etag, size }: Source): boolean {
  if (fs.fstatSync(fd).size !== size) return false;
  if (size > WHOLE_BYTES || intact.has(etag)) return true;
  const hash = createHash("sha256")
    .update(readAt(fd, 0, size))
    .digest("hex")
    .slice(0, 32);
  if (etag !== `"${hash}"`) return false;
  intact.add(etag);
  return true;
}
