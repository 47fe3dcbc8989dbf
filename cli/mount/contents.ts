import fs from "node:fs";

import { createAdopt } from "./adopt";
import type { Cached, Source } from "./cached";
import type { Range } from "./changed-ranges";
import { type Cache, etagOf, openCached } from "./content-cache";
import { fetchPieces, WHOLE_BYTES } from "./fetch-into";
import { createOpened, type OpenContents } from "./opened";
import type { Remote } from "./remote";
import { removeOldest } from "./remove-oldest";
import { copyToStage, readAt, type Stage } from "./stage";

const MAX_OPEN = 256;
const MAX_BYTES = 10 * 1024 ** 3;
// The directory is measured again when this part of the limit was added.
const MEASUREMENTS = 40;

export type Contents = ReturnType<typeof createContents>;

/**
 * Contents by etag on the local disk. A file in it never changes, so it is never out of date.
 * @param maxBytes of the files and the pieces together; pieces have at most half of that
 */
export function createContents(
  directory: string,
  remote: Pick<Remote, "read">,
  maxBytes = MAX_BYTES,
) {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const cache: Cache = { directory, intact: new Set() };
  const opened = createOpened({ files: MAX_OPEN, pieceBytes: maxBytes / 2 });

  const added = createAdded(cache, opened, maxBytes);
  added(0);

  const open = (source: Source): Promise<Cached> => {
    if (source.size <= WHOLE_BYTES) added(source.size);
    return openCached(cache, remote, source);
  };
  const use = async <T>(source: Source, range: Range, run: (fd: number) => T): Promise<T> => {
    const taken = opened.take(source.etag, () => open(source));
    try {
      const cached = await taken.opening;
      // A piece that is read ahead is written when its reader may be gone.
      const begun = (piece: Promise<void>, bytes: number) => {
        opened.keepDuring(taken, piece);
        added(bytes);
      };
      await fetchPieces(cached, remote, source, range, begun);
      return run(cached.fd);
    } finally {
      opened.release(taken);
    }
  };

  return {
    /** At most `size` bytes at an offset; fewer at the end. @throws FuseError */
    async read(source: Source, offset: number, size: number): Promise<Buffer> {
      const end = Math.min(offset + size, source.size);
      if (end <= offset) return Buffer.alloc(0);
      return use(source, [offset, end], (fd) => readAt(fd, offset, end - offset));
    },
    /** A stage with the first `size` bytes. */
    copy: (source: Source, size: number, stages: string): Promise<Stage> =>
      use(source, [0, Math.min(size, source.size)], (fd) =>
        // By its name it may be gone: another mount of the filesystem has the same cache.
        copyToStage(stages, `/proc/self/fd/${fd}`, size),
      ),
    /** Makes sure that all of it can be read later, even if it is deleted at the service. */
    async hold(source: Source): Promise<void> {
      if (source.size > 0) await use(source, [0, source.size], () => undefined);
    },
    adopt: createAdopt(cache, opened, added),
  };
}

/** Counts bytes that are added to a cache, and from time to time removes what the limit has no room for. */
function createAdded(
  cache: Cache,
  opened: OpenContents,
  maxBytes: number,
): (bytes: number) => void {
  const measure = async () => {
    const removed = await removeOldest(cache.directory, maxBytes - opened.pieceBytes());
    for (const etag of removed.map(etagOf)) {
      opened.close(etag);
      cache.intact.delete(etag);
    }
  };
  let unmeasured = Infinity;
  return (bytes) => {
    unmeasured += bytes;
    if (unmeasured < maxBytes / MEASUREMENTS) return;
    unmeasured = 0;
    void measure().catch(() => undefined);
  };
}
