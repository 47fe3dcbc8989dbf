import fs from "node:fs";
import { promisify } from "node:util";

import { type Cache, cachedFile, partialFile } from "./content-cache";
import { WHOLE_BYTES } from "./fetch-into";
import type { OpenContents } from "./opened";

const sync = promisify(fs.fdatasync);

/** @param added counts bytes that were added to the cache */
export function createAdopt(cache: Cache, opened: OpenContents, added: (bytes: number) => void) {
  const giveName = async (fd: number, partial: string, etag: string, size: number) => {
    try {
      await sync(fd);
      fs.renameSync(partial, cachedFile(cache, etag));
      added(size);
    } catch {
      fs.rmSync(partial, { force: true });
      opened.close(etag);
    }
  };
  // They can be read at once, and have their name when a power cut can no longer damage them.
  const adoptLarge = (file: string, etag: string, size: number) => {
    const partial = partialFile(cache);
    fs.renameSync(file, partial);
    const fd = fs.openSync(partial, "r");
    const named = giveName(fd, partial, etag, size);
    opened.put(etag, { fd, pieces: null, pieceBytes: 0 }, named);
  };
  /** Takes over a file with the contents that were just uploaded. */
  return (file: string, etag: string, size: number): void => {
    if (size > WHOLE_BYTES) return adoptLarge(file, etag, size);
    fs.renameSync(file, cachedFile(cache, etag));
    return added(size);
  };
}
