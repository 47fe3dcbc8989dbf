import { toFuseError } from "@/cli/mount/errno-of";
import { FuseError } from "@/cli/mount/fuse/errno";
import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { type Mounted, nodeOf, refresh, requireAccess, throwFailure } from "@/cli/mount/mounted";
import { type Node, sourceOf } from "@/cli/mount/node";
import { readAt } from "@/cli/mount/stage";
import { commit, dropStage } from "@/cli/mount/upload";
import { resize, stageOf, writeTo } from "@/cli/mount/write";

const MOVED: ReadonlySet<string> = new Set(["ESTALE", "ENOENT"]);

/** What reads and writes contents and attributes. */
export function createFiles(
  mounted: Mounted,
): Pick<
  FuseHandlers,
  "open" | "read" | "write" | "allocate" | "flush" | "fsync" | "fsyncdir" | "release"
> {
  let lastHandle = 0;
  return {
    open(id) {
      requireAccess(mounted);
      const node = nodeOf(mounted, id);
      node.handles += 1;
      lastHandle += 1;
      return { handle: lastHandle, keepCache: true };
    },
    read(id, _, offset, size) {
      requireAccess(mounted);
      const node = nodeOf(mounted, id);
      const length = Math.max(0, Math.min(size, node.size - offset));
      if (node.stage !== null) return readAt(node.stage.fd, offset, length);
      return length === 0 ? Buffer.alloc(0) : readContents(mounted, node, offset, length);
    },
    write(id, _, offset, data) {
      requireAccess(mounted);
      const node = nodeOf(mounted, id);
      const { stage } = node;
      if (stage !== null && !stage.sending) return writeTo(node, stage, offset, data);
      return stageOf(mounted, node, Infinity).then((made) => writeTo(node, made, offset, data));
    },
    async allocate(id, _, end) {
      const node = nodeOf(mounted, id);
      if (end > node.size) await resize(mounted, node, end);
    },
    async flush(id) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      throwFailure(mounted, node);
    },
    async fsync(id) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      await mounted.pending.get(node);
      throwFailure(mounted, node);
    },
    async fsyncdir(id) {
      await mounted.queue.idle();
      throwFailure(mounted, nodeOf(mounted, id));
    },
    release(id) {
      const node = nodeOf(mounted, id);
      node.handles -= 1;
      if (node.names.length === 0 && node.handles === 0) dropStage(node);
    },
  };
}

/** Reads what the service has; if it changed or moved there just now, what it has instead. */
async function readContents(mounted: Mounted, node: Node, offset: number, size: number) {
  const source = sourceOf(node);
  if (source === null) return Buffer.alloc(0);
  try {
    return await mounted.contents.read(source, offset, size);
  } catch (error) {
    if (!MOVED.has(toFuseError(error).code) || source.path === "") throw error;
    await refresh(mounted, source.path);
    const found = sourceOf(node);
    if (found === null || found.path === "") throw new FuseError("ESTALE");
    return mounted.contents.read(found, offset, size);
  }
}
