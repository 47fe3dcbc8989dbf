import { FuseError } from "@/cli/mount/fuse/errno";
import type { FuseHandlers, RenameMode } from "@/cli/mount/fuse/handlers";
import { findChild, load } from "@/cli/mount/load";
import { make, type Mounted, nodeOf, refreshMissed, requirePath } from "@/cli/mount/mounted";
import { join, type Node, now } from "@/cli/mount/node";
import { hold } from "@/cli/mount/read-source";
import type { Remote } from "@/cli/mount/remote";
import type { Task } from "@/cli/mount/task";
import { attach, detach, isWithin } from "@/cli/mount/tree";
import { distrust } from "@/cli/mount/tree-updates";
import { commit, isOnItsWay, withdraw } from "@/cli/mount/upload";
import { RequestError } from "@/lib/api-client/request";

import { changedIn, expireLinks, newPath, requireChild } from "./changes";
import { exchange } from "./exchange";

/** rename(2). Files that were never uploaded only change their name here. */
export function createRename(mounted: Mounted): FuseHandlers["rename"] {
  const { tree } = mounted;
  return async (parentId, name, newParentId, newName, mode) => {
    if (mode === "exchange")
      return exchange(mounted, [
        [parentId, name],
        [newParentId, newName],
      ]);
    const { parent, node } = await requireChild(mounted, parentId, name);
    const newParent = nodeOf(mounted, newParentId);
    const target = await findChild(mounted, newParent, newName);
    await refuse(mounted, node, target, mode);
    if (target === node) return;
    const paths = () => ({
      from: join(requirePath(parent), name),
      to: newPath(newParent, newName),
    });
    paths(); // They may be too long.
    const local = target === null ? takeBack(mounted, node) : "no";
    if (local === "no") await commit(mounted, node);
    if (target !== null) await hold(mounted, target);

    // What they wait for may have moved a directory above.
    const { from, to } = paths();
    if (parent.children.get(name) !== node) throw new FuseError("ENOENT");
    if (isWithin(newParent, node)) throw new FuseError("EINVAL");
    if (target !== null) {
      detach(tree, newParent, newName);
      target.links = Math.max(0, target.links - 1);
      target.changed = now();
    }
    detach(tree, parent, name);
    attach(tree, newParent, newName, node);
    node.changed = changedIn(newParent);
    changedIn(parent);
    if (local === "withdrawn") commit(mounted, node).catch(() => undefined);
    if (local === "no") await make(mounted, moveTask(mounted, [from, to], node, target), node);
    else void refreshMissed(mounted);
  };
}

function moveTask(
  mounted: Mounted,
  [from, to]: [from: string, to: string],
  node: Node,
  target: Node | null,
): Task {
  const { remote, moves, missed } = mounted;
  const overwrite = target !== null;
  moves.begin(from, node);
  if (target !== null) target.underWay += 1;
  // What others changed there just before has to be asked for by the new name.
  if ([...missed].some((path) => moves.nodesOf(path).includes(node))) distrust(mounted.tree, node);
  return {
    entry: { kind: "move", from, to, overwrite, node: node.serverId },
    paths: [from, to],
    batchBytes: () => null,
    start: () => ({ send: moveOnce(remote, from, to, overwrite) }),
    finish(stat, cursor) {
      moves.end(from, cursor);
      if (target !== null) {
        target.underWay -= 1;
        expireLinks(mounted, target);
      }
      // Others may have made both names links to one file: then it has both still.
      if (stat !== null && stat.nlink > 1) mounted.missed.add(from);
    },
    fail() {
      moves.end(from, null);
      if (target !== null) target.underWay -= 1;
    },
  };
}

/** Whether the service does not know the file, nor will by its old name: an upload that waits is withdrawn. */
function takeBack(mounted: Mounted, node: Node): "no" | "unsent" | "withdrawn" {
  if (node.type !== "file" || node.serverId !== null) return "no";
  // With the other durability a program waits for it.
  const isWithdrawn = mounted.durability === "behind" && withdraw(mounted, node);
  if (isOnItsWay(node)) return "no";
  return isWithdrawn ? "withdrawn" : "unsent";
}

/** Moves; a repetition finds that the first time it was done, though the response was lost. */
function moveOnce(remote: Remote, from: string, to: string, overwrite: boolean) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    try {
      return await remote.move(from, to, overwrite);
    } catch (error) {
      const isGone = error instanceof RequestError && error.code === "path_not_found";
      const stat = isGone && attempts > 1 ? await remote.stat(to) : null;
      if (stat === null) throw error;
      return { stat, cursor: null };
    }
  };
}

async function refuse(mounted: Mounted, node: Node, target: Node | null, mode: RenameMode) {
  if (target === null || target === node) return;
  if (mode === "noreplace") throw new FuseError("EEXIST");
  if (target.type === "directory" && node.type !== "directory") throw new FuseError("EISDIR");
  if (target.type !== "directory" && node.type === "directory") throw new FuseError("ENOTDIR");
  if (target.type !== "directory") return;
  await load(mounted, target);
  if (target.children.size > 0) throw new FuseError("ENOTEMPTY");
}
