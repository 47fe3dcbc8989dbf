import { FuseError } from "@/cli/mount/fuse/errno";
import type { AttributeChange, FuseHandlers } from "@/cli/mount/fuse/handlers";
import { make, type Mounted, nodeOf, pathElsewhere, requireAccess } from "@/cli/mount/mounted";
import { fromTime, type Node, now, pathOf } from "@/cli/mount/node";
import { commit, isWaiting } from "@/cli/mount/upload";
import { resize } from "@/cli/mount/write";

import { changeTask } from "./changes";
import { statOf } from "./entries";

/** chmod, chown, utimes and truncate. */
export const createAttributes =
  (mounted: Mounted): FuseHandlers["setattr"] =>
  async (id, change) => {
    requireAccess(mounted);
    const node = nodeOf(mounted, id);
    refuseOwner(mounted, node, change);
    if (change.size !== undefined) await resize(mounted, node, change.size);
    const changed = applyAttributes(node, change);
    if (change.size !== undefined && node.handles === 0) await commit(mounted, node);
    else if (changed) await store(mounted, node, change);
    return statOf(mounted, node);
  };

function refuseOwner({ keepsOwners }: Mounted, node: Node, { uid, gid }: AttributeChange): void {
  if (keepsOwners) return;
  if ((uid ?? node.uid) !== node.uid || (gid ?? node.gid) !== node.gid)
    throw new FuseError("EPERM");
}

function applyAttributes(node: Node, { mode, uid, gid, modified }: AttributeChange): boolean {
  if (mode !== undefined) node.mode = mode & 0o7777;
  if (uid !== undefined) node.uid = uid;
  if (gid !== undefined) node.gid = gid;
  if (modified !== undefined) node.modified = modified === "now" ? now() : modified;
  node.changed = now();
  return [mode, uid, gid, modified].some((value) => value !== undefined);
}

/** Stores attributes at the service; with the contents, if these are not there yet. */
async function store(mounted: Mounted, node: Node, change: AttributeChange): Promise<void> {
  const path = pathOf(node) ?? (await pathElsewhere(mounted, node));
  const isAhead = node.stage?.dirty === true || isWaiting(node);
  if (path === null || isAhead) return;
  const stamp = {
    ...(change.mode === undefined ? {} : { mode: node.mode.toString(8).padStart(4, "0") }),
    ...(change.modified === undefined ? {} : { modified_at: fromTime(node.modified) }),
    ...(mounted.keepsOwners ? { uid: node.uid, gid: node.gid } : {}),
  };
  await make(mounted, changeTask([path], { op: "patch", path, ...stamp }), node);
}
