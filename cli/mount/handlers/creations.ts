import type { Caller, FuseHandlers } from "@/cli/mount/fuse/handlers";
import { findChild } from "@/cli/mount/load";
import { make, type Mounted, nodeOf, requirePath } from "@/cli/mount/mounted";
import { type Node, specialOf } from "@/cli/mount/node";
import type { Change, Stamp } from "@/cli/mount/remote";
import { attach, createNode } from "@/cli/mount/tree";
import { confirm } from "@/cli/mount/tree-updates";
import { commit, stampOf } from "@/cli/mount/upload";
import { resize, stageOf } from "@/cli/mount/write";
import type { Stat } from "@/lib/contract/stat";

import { changedIn, changeTask, requireFree } from "./changes";
import { entryOf } from "./entries";

const O_EXCL = 0o200;
const O_TRUNC = 0o1000;

/** What creates names. A file is stored when it is first closed. */
export function createCreations(
  mounted: Mounted,
): Pick<FuseHandlers, "create" | "mknod" | "mkdir" | "symlink" | "link"> {
  const { tree } = mounted;
  let lastHandle = 2 ** 40;
  return {
    async create(parentId, name, mode, flags, caller) {
      const existing = await findChild(mounted, nodeOf(mounted, parentId), name);
      const isShared = existing?.type === "file" && (flags & O_EXCL) === 0;
      const node = isShared ? existing : await createFile(mounted, parentId, name, mode, caller);
      // The kernel takes it for a new one.
      if (isShared && (flags & O_TRUNC) !== 0) await resize(mounted, node, 0);
      node.handles += 1;
      lastHandle += 1;
      return { entry: entryOf(mounted, node), handle: lastHandle, keepCache: true };
    },
    async mknod(parentId, name, mode, device, caller) {
      const special = specialOf(mode);
      if (special === null) {
        const file = await createFile(mounted, parentId, name, mode, caller);
        await commit(mounted, file);
        return entryOf(mounted, file);
      }
      const change = { op: "mknod", special, device } as const;
      return createEntry(mounted, [parentId, name], caller, {
        node: () => Object.assign(createNode(tree, "special", mode), { special, device }),
        change: (path, stamp) => ({ ...change, path, ...stamp }),
      });
    },
    mkdir: (parentId, name, mode, caller) =>
      createEntry(mounted, [parentId, name], caller, {
        node: () => createNode(tree, "directory", mode),
        change: (path, stamp) => ({ op: "mkdir", path, ...stamp }),
      }),
    symlink(parentId, name, target, caller) {
      const size = Buffer.byteLength(target);
      return createEntry(mounted, [parentId, name], caller, {
        node: () => Object.assign(createNode(tree, "symlink", 0o777), { target, size }),
        change(path, stamp) {
          const { mode: _, ...rest } = stamp;
          return { op: "symlink", path, target, ...rest };
        },
      });
    },
    async link(id, parentId, name) {
      const node = nodeOf(mounted, id);
      await commit(mounted, node);
      const { parent, path } = await requireFree(mounted, parentId, name);
      const target = requirePath(node);
      attach(tree, parent, name, node);
      node.links += 1;
      node.changed = changedIn(parent);
      const change = { op: "link" as const, target, path };
      await make(mounted, changeTask([target, path], change), node);
      return entryOf(mounted, node);
    },
  };
}

/** Creates what has no contents: a node here, and with the change at the service. */
async function createEntry(
  mounted: Mounted,
  [parentId, name]: [number, string],
  caller: Caller,
  made: { node: () => Node; change: (path: string, stamp: Stamp) => Change },
) {
  const { parent, path } = await requireFree(mounted, parentId, name);
  const node = made.node();
  add(mounted, parent, name, node, caller);
  const finish = (stat: Stat | null) => {
    if (stat !== null) confirm(mounted.tree, node, stat);
  };
  const change = made.change(path, stampOf(mounted, node));
  await make(mounted, changeTask([path], change, finish), node);
  return entryOf(mounted, node);
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
  attach(mounted.tree, parent, name, node);
  changedIn(parent);
}
