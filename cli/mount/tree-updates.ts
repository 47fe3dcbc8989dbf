import type { Stat } from "@/lib/contract/stat";

import { type Node, toTime } from "./node";
import { createServerNodes } from "./server-nodes";
import {
  attach,
  detach,
  type Forgetting,
  isWithin,
  newNode,
  type Owner,
  ROOT_ID,
  type Tree,
} from "./tree";
import { touch } from "./watch";

// Numbers of nodes that the service does not know yet; its own are counters far below.
const FIRST_ID = 2 ** 40;

/** A tree of which only the root is known. */
export function createTree(root: Stat, owner: Owner, forget: Forgetting): Tree {
  const top = newNode(ROOT_ID, "directory", owner);
  const byId = new Map([[ROOT_ID, top]]);
  const tree = {
    root: top,
    byId,
    byServerId: createServerNodes(),
    owner,
    forget,
    nextId: FIRST_ID,
    unseen: 0,
    resets: 0,
  };
  update(tree, top, root);
  return tree;
}

/**
 * Takes over which node it is at the service. All else is as this mount made it. It may be another one than before: what
 * was written by its name was stored there, and others had renamed what was there.
 */
export function confirm(tree: Tree, node: Node, stat: Stat): void {
  const { serverId } = node;
  node.etag = stat.etag;
  if (serverId === stat.node_id) return;
  if (serverId !== null) tree.byServerId.remove(serverId, node);
  node.serverId = stat.node_id;
  if (tree.byId.get(node.id) === node) tree.byServerId.add(stat.node_id, node);
}

/** Takes over what the service says of a node; what is written here and not yet there stays. */
export function update(tree: Tree, node: Node, stat: Stat): void {
  const isNew = node.etag === null;
  const before = summary(node);
  confirm(tree, node, stat);
  node.stale = false;
  node.links = stat.nlink;
  node.linksAsOf = tree.unseen;
  node.changed = toTime(stat.changed_at);
  node.target = stat.link_target ?? "";
  node.special = stat.special;
  node.device = stat.device;
  if (node.stage !== null) {
    // Which came first, its upload or what the service says now, shows when it is asked again.
    node.stale = !node.stage.dirty;
    return;
  }
  node.mode = Number.parseInt(stat.mode, 8);
  node.size = stat.size;
  node.modified = toTime(stat.modified_at, stat.modified_ns);
  if (tree.owner === null) Object.assign(node, { uid: stat.uid, gid: stat.gid });
  if (isNew || before === summary(node)) return;
  tree.forget.invalidateNode(node.id);
  expireTwins(tree, node);
}

const summary = ({ etag, mode, size, links, uid, gid, modified }: Node) =>
  [etag, mode, size, links, uid, gid, modified.seconds, modified.nanoseconds].join();

/**
 * Sets what the service says is at a name; null: nothing. Tells the kernel if that is news. What exists only here stays:
 * its upload comes later.
 */
export function setEntry(tree: Tree, parent: Node, name: string, stat: Stat | null): Node | null {
  const old = parent.children.get(name);
  if (old !== undefined && old.serverId === stat?.node_id && !canBeReplaced(tree, old)) {
    update(tree, old, stat);
    return old;
  }
  if (old !== undefined && old.serverId === null) return old;
  if (old !== undefined || parent.wasComplete) tree.forget.invalidateEntry(parent.id, name);
  if (old !== undefined) removeElsewhere(tree, parent, name, old);
  if (stat === null) return null;
  const node = tree.byServerId.first(stat.node_id) ?? knownToService(tree, stat);
  if (node.type === "directory" && !isFree(tree, node, parent)) return null;
  if (node.names.length === 0) forgetBelow(tree, node);
  update(tree, node, stat);
  attach(tree, parent, name, node);
  return node;
}

/** Whether the name of a node can lead to another one of the same file. */
const canBeReplaced = (tree: Tree, node: Node): boolean =>
  node.handles === 0 && node.stage === null && tree.byServerId.first(node.serverId ?? "") !== node;

/**
 * A directory has one name: takes away the one it had. Returns whether it can be in `parent`, which is not the case while
 * the tree shows that below it; what happened above is yet to come.
 */
function isFree(tree: Tree, node: Node, parent: Node): boolean {
  if (isWithin(parent, node)) {
    parent.complete = false;
    return false;
  }
  for (const old of node.names.slice()) {
    detach(tree, old.parent, old.name);
    tree.forget.invalidateEntry(old.parent.id, old.name);
  }
  return true;
}

/** Changes of a node or below it were not seen: all of it has to be asked for again. */
export function distrust(tree: Tree, node: Node): void {
  expire(tree, node);
  forgetBelow(tree, node);
}

function forgetBelow(tree: Tree, node: Node): void {
  node.complete = false;
  for (const [name, child] of node.children) {
    child.stale = true;
    tree.forget.invalidateEntry(node.id, name);
    forgetBelow(tree, child);
  }
}

/** Its attributes may have changed: the service is asked before they are shown, and what it said before that is old. */
export function expire(tree: Tree, node: Node): void {
  expireOne(tree, node);
  expireTwins(tree, node);
}

/** The same for the other nodes of the same file. */
export function expireTwins(tree: Tree, node: Node): void {
  for (const twin of tree.byServerId.others(node)) expireOne(tree, twin);
}

function expireOne(tree: Tree, node: Node): void {
  node.stale = true;
  for (const { parent, name } of node.names) touch(parent, name);
  tree.forget.invalidateNode(node.id);
}

function removeElsewhere(tree: Tree, parent: Node, name: string, node: Node): void {
  // Others may have replaced it before: which file lost a name is not certain.
  if (node.stale) tree.unseen += 1;
  detach(tree, parent, name);
  // Only the service knows how many other names there are.
  if (node.names.length === 0) Object.assign(node, { links: 0, lost: true });
  expire(tree, node);
}

function knownToService(tree: Tree, stat: Stat): Node {
  // One more than the service's number, as 1 is the root, unless what was this node has it and is another one now.
  const id = Number(stat.node_id) + 1;
  const node = newNode(tree.byId.has(id) ? tree.nextId++ : id, stat.type, tree.owner);
  tree.byId.set(node.id, node);
  return node;
}
