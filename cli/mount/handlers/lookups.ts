import type { FuseHandlers } from "@/cli/mount/fuse/handlers";
import { findChild, load } from "@/cli/mount/load";
import {
  isCurrent,
  isUnderWay,
  type Mounted,
  nodeOf,
  refresh,
  requireAccess,
} from "@/cli/mount/mounted";
import { type Node, pathOf, typeBits } from "@/cli/mount/node";
import { release } from "@/cli/mount/tree";
import { update } from "@/cli/mount/tree-updates";
import { createWalks } from "@/cli/mount/walk";

import { entryOf, missing, statOf } from "./entries";

const USAGE_MS = 5_000;
const BLOCKS = 2 ** 50;

/** What reads the tree: names, attributes, listings and free space. */
export function createLookups(
  mounted: Mounted,
): Pick<
  FuseHandlers,
  "lookup" | "forget" | "getattr" | "readlink" | "opendir" | "readdir" | "peek" | "statfs"
> {
  let usage: { at: number; value: ReturnType<FuseHandlers["statfs"]> } | null = null;
  const walked = createWalks(mounted);
  const isTrusted = (node: Node) => isCurrent(mounted, node) && mounted.feed.live;
  return {
    lookup(parentId, name) {
      requireAccess(mounted);
      const parent = nodeOf(mounted, parentId);
      const known = parent.children.get(name);
      if (known !== undefined && isTrusted(known)) return entryOf(mounted, known);
      if (known === undefined && parent.complete && mounted.feed.live) return missing(mounted);
      return lookUp(mounted, parent, name);
    },
    forget: (id) => release(mounted.tree, id),
    getattr(id) {
      const node = nodeOf(mounted, id);
      if (isTrusted(node)) return statOf(mounted, node);
      return refreshNode(mounted, node);
    },
    readlink: (id) => nodeOf(mounted, id).target,
    opendir(id) {
      requireAccess(mounted);
      nodeOf(mounted, id);
    },
    async readdir(id) {
      const node = nodeOf(mounted, id);
      if (!mounted.feed.live) node.complete = false;
      const isKnown = node.complete;
      await load(mounted, node);
      if (mounted.feed.live) walked(node, !isKnown);
      return [...node.children].map(([name, child]) => ({
        name,
        node: child.id,
        mode: typeBits(child),
      }));
    },
    peek(parentId, name) {
      const child = mounted.tree.byId.get(parentId)?.children.get(name);
      return child === undefined || !isCurrent(mounted, child) ? null : entryOf(mounted, child);
    },
    statfs() {
      if (usage === null || performance.now() - usage.at > USAGE_MS)
        usage = { at: performance.now(), value: readStatistics(mounted) };
      return usage.value;
    },
  };
}

async function lookUp(mounted: Mounted, parent: Node, name: string) {
  // Without the feed nothing that is known is certain, but what is written here is.
  const known = parent.children.get(name);
  if (!mounted.feed.live && known?.stage == null) {
    parent.complete = false;
    if (known !== undefined && known.serverId !== null) known.stale = true;
  }
  const node = await findChild(mounted, parent, name);
  return node === null ? missing(mounted) : entryOf(mounted, node);
}

async function refreshNode(mounted: Mounted, node: Node) {
  const path = pathOf(node);
  if (path !== null && node.serverId !== null && !isUnderWay(mounted, path, node))
    await (node.id === 1 ? refreshRoot(mounted) : refresh(mounted, path));
  return statOf(mounted, node);
}

async function refreshRoot({ tree, remote }: Mounted) {
  const stat = await remote.stat("/");
  if (stat !== null) update(tree, tree.root, stat);
}

async function readStatistics({ remote }: Mounted) {
  const usage = await remote.usage();
  const bytes = usage.byte_quota ?? BLOCKS;
  const files = usage.entry_quota ?? BLOCKS;
  // What is in the trash makes room.
  return {
    bytes,
    bytesFree: Math.max(0, bytes - usage.retained_bytes + usage.trash_bytes),
    files,
    filesFree: Math.max(0, files - usage.entries + usage.trash_entries),
  };
}
