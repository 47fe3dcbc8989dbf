import { persist, type RetryPolicy } from "@/lib/api-client/persist";
import { RequestError } from "@/lib/api-client/request";

import type { Cached, Source } from "./cached";
import type { Range } from "./changed-ranges";
import { FuseError } from "./fuse/errno";
import type { Remote } from "./remote";
import { writeAt } from "./stage";

/** Contents of this size and less are fetched whole, larger ones in pieces of half of it. */
export const WHOLE_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = WHOLE_BYTES / 2;

/**
 * Fetches a range of contents into a file. A body that breaks off is read on from there, as long as bytes arrive within
 * what `retry` allows. @throws RequestError; FuseError EIO if more arrives than was asked for
 */
export async function fetchInto(
  fd: number,
  remote: Pick<Remote, "read">,
  source: Source,
  [start, to]: Range,
  retry: RetryPolicy = {},
): Promise<void> {
  const readFrom = async (from: number) => {
    const isAll = from === 0 && to === source.size;
    const response = await remote.read(source.path, source.etag, isAll ? null : [from, to - 1]);
    let offset = from;
    for await (const chunk of untilBroken(response)) {
      writeAt(fd, offset, Buffer.from(chunk));
      offset += chunk.length;
    }
    if (offset === from && from < to) throw new RequestError({ status: 0, code: "unreachable" });
    return offset;
  };
  let at = start;
  do at = await persist(() => readFrom(at), retry);
  while (at < to);
  if (at > to) throw new FuseError("EIO");
}

/** What arrives of a body. Only a time limit is an error: what broke off can be asked for. */
async function* untilBroken({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") throw error;
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
