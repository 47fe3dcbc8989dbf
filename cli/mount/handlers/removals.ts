import { FuseError } from "@/cli/mount/fuse/errno";
import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { load } from "@/cli/mount/load";
import { make, type Mounted, refreshMissed, requirePath } from "@/cli/mount/mounted";
import { join, type Node } from "@/cli/mount/node";
import { hold } from "@/cli/mount/read-source";
import { detach } from "@/cli/mount/tree";
import { isOnItsWay, withdraw } from "@/cli/mount/upload";

import { expireLinks, changedIn, changeTask, requireChild } from "./changes";

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
  await hold(mounted, node);
  const path = join(requirePath(parent), name);
  if (parent.children.get(name) !== node) throw new FuseError("ENOENT");
  detach(mounted.tree, parent, name);
  node.links = Math.max(0, node.links - 1);
  node.changed = changedIn(parent);
  // What was never uploaded goes without the service having known of it.
  if (node.serverId === null && node.type === "file") {
    withdraw(mounted, node);
    if (!isOnItsWay(node)) return void refreshMissed(mounted);
  }
  const finish = () => expireLinks(mounted, node);
  const task = changeTask([path], { op: "remove", path }, finish, node.serverId);
  await make(mounted, task, node);
}
