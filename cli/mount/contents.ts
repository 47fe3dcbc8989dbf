import fs from "node:fs";

import type { Range } from "./changed-ranges";
import { type Cached, cachedFile, fetchPieces, openCached, type Source } from "./content-cache";
import type { Remote } from "./remote";
import { removeOldest } from "./remove-oldest";
import { copyToStage, readAt, type Stage } from "./stage";

const MAX_OPEN = 256;
const MAX_BYTES = 10 * 1024 ** 3;
// How much is added before the directory is measured again.
const MEASURE_BYTES = 256 * 1024 ** 2;

export type Contents = ReturnType<typeof createContents>;

/** Contents by etag on the local disk. A file in it never changes, so it is never out of date. */
export function createContents(directory: string, remote: Remote) {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const opened = new Map<string, Promise<Cached>>();

  let unmeasured = Infinity;
  const added = (bytes: number) => {
    unmeasured += bytes;
    if (unmeasured < MEASURE_BYTES) return;
    unmeasured = 0;
    void removeOldest(directory, MAX_BYTES).catch(() => undefined);
  };
  added(0);

  const open = (source: Source): Promise<Cached> => {
    const known = opened.get(source.etag);
    if (known !== undefined) return known;
    added(source.size);
    const made = openCached(directory, remote, source);
    opened.set(source.etag, made);
    made.catch(() => opened.delete(source.etag));
    return made;
  };
  const use = async <T>(source: Source, range: Range, run: (cached: Cached) => T): Promise<T> => {
    const cached = await open(source);
    cached.users += 1;
    try {
      await fetchPieces(cached, remote, source, range);
      return run(cached);
    } finally {
      cached.users -= 1;
      if (opened.size > MAX_OPEN) await closeOldest(opened);
    }
  };

  return {
    /** At most `size` bytes at an offset; fewer at the end. @throws FuseError */
    async read(source: Source, offset: number, size: number): Promise<Buffer> {
      const end = Math.min(offset + size, source.size);
      if (end <= offset) return Buffer.alloc(0);
      return use(source, [offset, end], ({ fd }) => readAt(fd, offset, end - offset));
    },
    /** A stage with the first `size` bytes. */
    copy: (source: Source, size: number, stages: string): Promise<Stage> =>
      use(source, [0, Math.min(size, source.size)], ({ file }) => copyToStage(stages, file, size)),
    /** Makes sure that all of it can be read later, even if it is deleted at the service. */
    async hold(source: Source): Promise<void> {
      if (source.size > 0) await use(source, [0, source.size], () => undefined);
    },
    /** Takes over a file with the contents that were just uploaded. */
    adopt(file: string, etag: string, size: number): void {
      fs.renameSync(file, cachedFile(directory, etag));
      added(size);
    },
  };
}

async function closeOldest(opened: Map<string, Promise<Cached>>): Promise<void> {
  for (const [etag, opening] of opened) {
    const cached = await opening.catch(() => null);
    if (cached === null || cached.users > 0) continue;
    opened.delete(etag);
    fs.closeSync(cached.fd);
    return;
  }
}
