import type { Cached, Source } from "./cached";
import type { Range } from "./changed-ranges";
import { FuseError } from "./fuse/errno";
import type { Remote } from "./remote";
import { writeAt } from "./stage";

/** Contents of this size and less are fetched whole, larger ones in pieces of half of it. */
export const WHOLE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = WHOLE_BYTES / 2;

/** Fetches a range of contents into a file. @throws FuseError EIO if less or more arrives; RequestError */
export async function fetchInto(
  fd: number,
  remote: Pick<Remote, "read">,
  source: Source,
  [start, to]: Range,
): Promise<void> {
  const isAll = start === 0 && to === source.size;
  const response = await remote.read(source.path, source.etag, isAll ? null : [start, to - 1]);
  let offset = start;
  for await (const chunk of response.body ?? []) {
    writeAt(fd, offset, Buffer.from(chunk));
    offset += chunk.length;
  }
  if (offset !== to) throw new FuseError("EIO");
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
    const piece = fetchInto(fd, remote, source, [from, from + bytes]);
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
