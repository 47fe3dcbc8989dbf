import { FuseError } from "@/cli/mount/fuse/errno";
import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { load } from "@/cli/mount/load";
import { make, type Mounted, requirePath } from "@/cli/mount/mounted";
import { join, type Node } from "@/cli/mount/node";
import { detach } from "@/cli/mount/tree";
import { cancelUpload, isUnsent } from "@/cli/mount/upload";

import { changedIn, changeTask, hold, requireChild } from "./changes";

/** What removes names. */
export const createRemovals = (mounted: Mounted): Pick<FuseHandlers, "unlink" | "rmdir"> => ({
  async unlink(parentId, name) {
    const { parent, node } = await requireChild(mounted, parentId, name);
    if (node.type === "directory") throw new FuseError("EISDIR");
    await remove(mounted, parent, name, node);
  },
  async rmdir(parentId, name) {
    const { parent, node } = await requireChild(mounted, parentId, name);
    if (node.type !== "directory") throw new FuseError("ENOTDIR");
    await load(mounted, node);
    if (node.children.size > 0) throw new FuseError("ENOTEMPTY");
    await remove(mounted, parent, name, node);
  },
});

async function remove(mounted: Mounted, parent: Node, name: string, node: Node): Promise<void> {
  const path = join(requirePath(parent), name);
  await hold(mounted, node);
  detach(mounted.tree, parent, name);
  node.links -= 1;
  node.changed = changedIn(parent);
  // What is not uploaded yet is not uploaded at all, and what never was goes without a change.
  if (node.type === "file" && node.names.length === 0) {
    cancelUpload(mounted, node);
    if (isUnsent(node)) return;
  }
  await make(mounted, changeTask([path], { op: "remove", path }), node);
}
