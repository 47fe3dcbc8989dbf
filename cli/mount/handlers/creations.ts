import { FuseError } from "@/cli/mount/fuse/errno";
import type { Caller, FuseHandlers } from "@/cli/mount/fuse/handlers";
import { findChild } from "@/cli/mount/load";
import { make, type Mounted, nodeOf, requirePath } from "@/cli/mount/mounted";
import type { Node } from "@/cli/mount/node";
import { attach, confirm, createNode } from "@/cli/mount/tree";
import { commit, stampOf } from "@/cli/mount/upload";
import { stageOf } from "@/cli/mount/write";
import type { Stat } from "@/lib/contract/stat";

import { changedIn, changeTask, requireFree } from "./changes";
import { entryOf } from "./entries";

const TYPE_MASK = 0o170000;
const REGULAR = 0o100000;
const O_EXCL = 0o200;

/** What creates names. A file is stored when it is first closed. */
export function createCreations(
  mounted: Mounted,
): Pick<FuseHandlers, "create" | "mknod" | "mkdir" | "symlink" | "link"> {
  let lastHandle = 2 ** 40;
  const takeOver = (node: Node) => (stat: Stat | null) => {
    if (stat !== null) confirm(mounted.tree, node, stat);
  };
  return {
    async create(parentId, name, mode, flags, caller) {
      const existing = await findChild(mounted, nodeOf(mounted, parentId), name);
      const isShared = existing?.type === "file" && (flags & O_EXCL) === 0;
      const node = isShared ? existing : await createFile(mounted, parentId, name, mode, caller);
      node.handles += 1;
      lastHandle += 1;
      return { entry: entryOf(mounted, node), handle: lastHandle, keepCache: true };
    },
    async mknod(parentId, name, mode, _, caller) {
      if ((mode & TYPE_MASK) !== REGULAR) throw new FuseError("EPERM");
      const node = await createFile(mounted, parentId, name, mode, caller);
      await commit(mounted, node);
      return entryOf(mounted, node);
    },
    async mkdir(parentId, name, mode, caller) {
      const { parent, path } = await requireFree(mounted, parentId, name);
      const node = createNode(mounted.tree, "directory", mode);
      add(mounted, parent, name, node, caller);
      const change = { op: "mkdir" as const, path, ...stampOf(mounted, node) };
      await make(mounted, changeTask([path], change, takeOver(node)), node);
      return entryOf(mounted, node);
    },
    async symlink(parentId, name, target, caller) {
      const { parent, path } = await requireFree(mounted, parentId, name);
      const node = createNode(mounted.tree, "symlink", 0o777);
      Object.assign(node, { target, size: Buffer.byteLength(target) });
      add(mounted, parent, name, node, caller);
      const { mode: _, ...stamp } = stampOf(mounted, node);
      const change = { op: "symlink" as const, path, target, ...stamp };
      await make(mounted, changeTask([path], change, takeOver(node)), node);
      return entryOf(mounted, node);
    },
    async link(id, parentId, name) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      const { parent, path } = await requireFree(mounted, parentId, name);
      const target = requirePath(node);
      attach(parent, name, node);
      node.links += 1;
      node.changed = changedIn(parent);
      const change = { op: "link" as const, target, path };
      await make(mounted, changeTask([target, path], change, takeOver(node)), node);
      return entryOf(mounted, node);
    },
  };
}

async function createFile(
  mounted: Mounted,
  parentId: number,
  name: string,
  mode: number,
  caller: Caller,
): Promise<Node> {
  const { parent } = await requireFree(mounted, parentId, name);
  const node = createNode(mounted.tree, "file", mode);
  add(mounted, parent, name, node, caller);
  (await stageOf(mounted, node, 0)).dirty = true;
  return node;
}

function add(mounted: Mounted, parent: Node, name: string, node: Node, { uid, gid }: Caller) {
  if (mounted.keepsOwners) Object.assign(node, { uid, gid });
  attach(parent, name, node);
  changedIn(parent);
}
