import type { Source } from "./cached";
import { toFuseError } from "./errno-of";
import { type Mounted, refresh } from "./mounted";
import { type Node, sourceOf } from "./node";

// The file was replaced, or what is above it.
const MOVED: ReadonlySet<string> = new Set(["ESTALE", "ENOENT", "ENOTDIR", "EISDIR", "EINVAL"]);
const MAX_ATTEMPTS = 10;

/**
 * Reads the contents that the service has of a file; if they changed or moved there just now, those it has instead.
 * What has lost its name is read by its entity tag, as long as the service keeps it.
 * Returns null if it never had any. @throws FuseError ESTALE for a file that was deleted elsewhere a while ago
 */
export async function readSource<T>(
  mounted: Mounted,
  node: Node,
  read: (source: Source) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt++) {
    const source = sourceOf(node);
    if (source === null) return null;
    const path = attempt < MAX_ATTEMPTS ? source.path : "";
    try {
      return await read({ ...source, path });
    } catch (error) {
      if (path === "" || !MOVED.has(toFuseError(error).code)) throw error;
      await mounted.queue.passed(path);
      await refresh(mounted, path);
    }
  }
}

/** Keeps what is open readable after its last name is gone. Contents that cannot be fetched do not stop that. */
export async function hold(mounted: Mounted, node: Node): Promise<void> {
  const isOpen = node.type === "file" && node.handles > 0 && node.links <= 1;
  if (!isOpen || node.stage !== null) return;
  await readSource(mounted, node, (source) => mounted.contents.hold(source)).catch(() => undefined);
}
