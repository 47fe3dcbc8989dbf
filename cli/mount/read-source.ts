import type { Source } from "./content-cache";
import { FuseError } from "./fuse/errno";
import { type Mounted, refresh } from "./mounted";
import { type Node, sourceOf } from "./node";

const MOVED: ReadonlySet<string> = new Set(["ESTALE", "ENOENT"]);
const MAX_ATTEMPTS = 10;

/**
 * Reads the contents that the service has of a file; if they changed or moved there just now, those it has instead.
 * Returns null if it never had any. @throws FuseError ESTALE for a file that was deleted elsewhere
 */
export async function readSource<T>(
  mounted: Mounted,
  node: Node,
  read: (source: Source) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt++) {
    const source = sourceOf(node);
    if (source === null) return null;
    try {
      return await read(source);
    } catch (error) {
      const isMoved = error instanceof FuseError && MOVED.has(error.code);
      if (!isMoved || attempt === MAX_ATTEMPTS) throw error;
      if (source.path === "") throw new FuseError("ESTALE");
      await mounted.queue.passed(source.path);
      await refresh(mounted, source.path);
    }
  }
}
