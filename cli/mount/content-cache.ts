import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import type { Range } from "./changed-ranges";
import { FuseError } from "./fuse/errno";
import type { Remote } from "./remote";
import { readAt } from "./stage";

/** Contents of this size and less are fetched whole, larger ones in pieces of half of it. */
export const WHOLE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = WHOLE_BYTES / 2;

/** Contents at the service: where they can be read and what they are. */
export type Source = { path: string; etag: string; size: number };

/** A local file with contents, or with the pieces of them that were read. */
export type Cached = {
  fd: number;
  pieces: Map<number, Promise<void>> | null;
  /** How many bytes of pieces it has, or will have when they have arrived. */
  pieceBytes: number;
};

/** The name of contents in the cache. */
export const cachedFile = (directory: string, etag: string) =>
  path.join(directory, etag.replaceAll('"', ""));

/** The etag of contents with a name in the cache. */
export const etagOf = (name: string) => `"${name}"`;

/** Opens contents, and fetches them if they are not large. @throws FuseError EIO for damaged contents */
export async function openCached(
  directory: string,
  remote: Pick<Remote, "read">,
  source: Source,
): Promise<Cached> {
  const file = cachedFile(directory, source.etag);
  const fd = openExisting(file);
  if (fd !== null) return { fd, pieces: null, pieceBytes: 0 };
  const partial = path.join(directory, `.${randomUUID()}`);
  const made = fs.openSync(partial, "wx+", 0o600);
  // Without a name, pieces go with the process.
  if (source.size > WHOLE_BYTES) {
    fs.rmSync(partial);
    return { fd: made, pieces: new Map(), pieceBytes: 0 };
  }
  try {
    await fetchInto(made, remote, source, null);
    if (!isIntact(made, source)) throw new FuseError("EIO");
    fs.renameSync(partial, file);
    return { fd: made, pieces: null, pieceBytes: 0 };
  } catch (error) {
    fs.closeSync(made);
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

// Its time says when it was last needed, as the oldest go first.
function openExisting(file: string): number | null {
  try {
    const fd = fs.openSync(file, "r");
    fs.utimesSync(file, new Date(), new Date());
    return fd;
  } catch {
    return null;
  }
}

async function fetchInto(
  fd: number,
  remote: Pick<Remote, "read">,
  source: Source,
  range: Range | null,
): Promise<void> {
  const response = await remote.read(source.path, source.etag, range);
  let offset = range?.[0] ?? 0;
  for await (const chunk of response.body ?? []) {
    fs.writeSync(fd, chunk, 0, chunk.length, offset);
    offset += chunk.length;
  }
}

/** Fetches the pieces of a range that are missing, and one more for those who read on. `begun` gets each. */
export async function fetchPieces(
  cached: Cached,
  remote: Pick<Remote, "read">,
  source: Source,
  [start, to]: Range,
  begun: (piece: Promise<void>, bytes: number) => void,
): Promise<void> {
  const { fd, pieces } = cached;
  if (pieces === null) return;
  const last = Math.floor((source.size - 1) / PIECE_BYTES);
  const needed = Math.min(Math.floor((to - 1) / PIECE_BYTES), last);
  const begin = (n: number): Promise<void> => {
    const from = n * PIECE_BYTES;
    const bytes = Math.min(PIECE_BYTES, source.size - from);
    const piece = fetchInto(fd, remote, source, [from, from + bytes - 1]);
    pieces.set(n, piece);
    cached.pieceBytes += bytes;
    piece.catch(() => {
      pieces.delete(n);
      cached.pieceBytes -= bytes;
    });
    begun(piece, bytes);
    return piece;
  };
  const wait: Promise<void>[] = [];
  for (let n = Math.floor(start / PIECE_BYTES); n <= Math.min(needed + 1, last); n++) {
    const piece = pieces.get(n) ?? begin(n);
    if (n <= needed) wait.push(piece);
  }
  await Promise.all(wait);
}

// The etag is half of the SHA-256.
function isIntact(fd: number, { etag, size }: Source): boolean {
  const bytes = readAt(fd, 0, size);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return bytes.length === size && etag === `"${hash}"`;
}
