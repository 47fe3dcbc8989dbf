import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { type Mounted, nodeOf, requireAccess, throwFailure } from "@/cli/mount/mounted";
import type { Node } from "@/cli/mount/node";
import { readSource } from "@/cli/mount/read-source";
import { readAt } from "@/cli/mount/stage";
import { dropUnused } from "@/cli/mount/tree";
import { commit, dropStage } from "@/cli/mount/upload";
import { resize, stageOf, writeTo } from "@/cli/mount/write";

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
      if (stage !== null && !stage.uploading) return writeTo(node, stage, offset, data);
      return stageOf(mounted, node, Infinity).then((made) => writeTo(node, made, offset, data));
    },
    async allocate(id, _, end) {
      const node = nodeOf(mounted, id);
      if (end > node.size) await resize(mounted, node, end);
    },
    async flush(id) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      // Another descriptor may have begun the upload.
      if (mounted.durability === "close") await mounted.pending.get(node);
      throwFailure(mounted, node);
    },
    async fsync(id) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      // A rename may replace an upload that has not started by another one.
      while (mounted.pending.has(node)) await mounted.pending.get(node);
      throwFailure(mounted, node);
    },
    async fsyncdir(id) {
      await mounted.queue.settled();
      throwFailure(mounted, nodeOf(mounted, id));
    },
    release(id) {
      const node = nodeOf(mounted, id);
      node.handles -= 1;
      if (node.handles > 0) return;
      // A mapping is written when it ends, which may be after the last close.
      if (node.names.length > 0) commit(mounted, node).catch(() => undefined);
      else dropStage(node);
      dropUnused(mounted.tree, node);
    },
  };
}

async function readContents(mounted: Mounted, node: Node, offset: number, size: number) {
  const bytes = await readSource(mounted, node, (source) =>
    mounted.contents.read(source, offset, size),
  );
  return bytes ?? Buffer.alloc(0);
}
