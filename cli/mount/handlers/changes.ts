import { FuseError } from "@/cli/mount/fuse/errno";
import { findChild } from "@/cli/mount/load";
import { type Mounted, nodeOf, requireAccess, requirePath } from "@/cli/mount/mounted";
import { join, type Node, now } from "@/cli/mount/node";
import type { Change } from "@/cli/mount/remote";
import type { Task } from "@/cli/mount/task";
import { expire } from "@/cli/mount/tree-updates";
import { LIMITS } from "@/lib/contract/limits";
import type { Stat } from "@/lib/contract/stat";

/** A small change, and what is taken over from the service when it is made. @param node the service's, of a removal */
export function changeTask(
  paths: readonly string[],
  change: Change,
  finish: (stat: Stat | null) => void = () => undefined,
  node: string | null = null,
): Task {
  const bytes = Buffer.byteLength(JSON.stringify(change));
  return {
    entry: { kind: "change", change, node },
    paths,
    batchBytes: () => bytes,
    start: () => ({ change }),
    finish,
  };
}

/** It lost a name, and others may have linked it: how many there are is asked for when it is needed. */
export function expireLinks({ tree }: Mounted, node: Node): void {
  // Others may have replaced it before, so that another file lost that name.
  if (node.stale) tree.unseen += 1;
  if (node.names.length > 0) expire(tree, node);
}

/** Where a new name is to be. @throws FuseError EEXIST, ENAMETOOLONG */
export async function requireFree(mounted: Mounted, parentId: number, name: string) {
  requireAccess(mounted);
  const parent = nodeOf(mounted, parentId);
  if ((await findChild(mounted, parent, name)) !== null) throw new FuseError("EEXIST");
  return { parent, path: newPath(parent, name) };
}

/** The path of a new name. @throws FuseError ENOENT, ENAMETOOLONG for more than the service takes */
export function newPath(parent: Node, name: string): string {
  const path = join(requirePath(parent), name);
  if (Buffer.byteLength(path) > LIMITS.pathBytes) throw new FuseError("ENAMETOOLONG");
  return path;
}

/** A name that exists. @throws FuseError ENOENT */
export async function requireChild(mounted: Mounted, parentId: number, name: string) {
  requireAccess(mounted);
  const parent = nodeOf(mounted, parentId);
  const node = await findChild(mounted, parent, name);
  if (node === null) throw new FuseError("ENOENT");
  return { parent, node };
}

/** The times of a directory whose names change, as this machine shows them. Returns the time. */
export function changedIn(directory: Node) {
  directory.modified = now();
  directory.changed = directory.modified;
  return directory.modified;
}
