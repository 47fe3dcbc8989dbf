import { type Name, type Node, now } from "./node";
import type { ServerNodes } from "./server-nodes";
import { touch } from "./watch";

/** What the kernel has to forget. */
export type Forgetting = {
  invalidateNode(node: number): void;
  invalidateEntry(parent: number, name: string): void;
};

/** Who owns what the service shows; null: as it is there. */
export type Owner = { uid: number; gid: number } | null;

/** The known part of the mounted tree. It follows the service, and is ahead of it where changes are under way. */
export type Tree = {
  root: Node;
  byId: Map<number, Node>;
  byServerId: ServerNodes;
  owner: Owner;
  /** Tells the kernel about what changed elsewhere. */
  forget: Forgetting;
  nextId: number;
  /** How many changes there were at names that this mount does not know: some file may have lost one. */
  unseen: number;
  /** How many times everything had to be read again. */
  resets: number;
};

export const ROOT_ID = 1;

/** A node that nothing leads to yet. */
export const newNode = (id: number, type: Node["type"], owner: Owner): Node => ({
  id,
  serverId: null,
  type,
  mode: 0,
  uid: owner?.uid ?? 0,
  gid: owner?.gid ?? 0,
  size: 0,
  links: 1,
  modified: now(),
  changed: now(),
  etag: null,
  target: "",
  special: null,
  device: 0,
  names: [],
  lost: false,
  children: new Map(),
  directories: 0,
  complete: false,
  wasComplete: false,
  stale: false,
  underWay: 0,
  linksAsOf: 0,
  stage: null,
  handles: 0,
  seen: false,
});

/** A node that exists only here so far. */
export function createNode(tree: Tree, type: Node["type"], mode: number): Node {
  const node = newNode(tree.nextId++, type, tree.owner);
  tree.byId.set(node.id, node);
  const isDirectory = type === "directory";
  return Object.assign(node, {
    mode: mode & 0o7777,
    complete: isDirectory,
    wasComplete: isDirectory,
  });
}

/** The directory and the name of a path other than the root; null if the directory is not known. */
export function locate(tree: Tree, path: string): Name | null {
  const names = path.slice(1).split("/");
  const name = names.pop() ?? "";
  let parent: Node | undefined = tree.root;
  for (const part of names) parent = parent?.children.get(part);
  return parent === undefined || name === "" ? null : { parent, name };
}

/** Gives a node a name, which what had it loses: others may have created it while this mount waited. */
export function attach(tree: Tree, parent: Node, name: string, node: Node): void {
  if (parent.children.get(name) === node) return;
  detach(tree, parent, name);
  parent.children.set(name, node);
  if (node.type === "directory") parent.directories += 1;
  node.names.push({ parent, name });
  node.lost = false;
  // It was dropped with the name that it had.
  tree.byId.set(node.id, node);
  if (node.serverId !== null) tree.byServerId.add(node.serverId, node);
  touch(parent, name);
}

/** Takes a name away. A node without names lives on until it is closed and forgotten. */
export function detach(tree: Tree, parent: Node, name: string): void {
  const node = parent.children.get(name);
  if (node === undefined) return;
  parent.children.delete(name);
  if (node.type === "directory") parent.directories -= 1;
  touch(parent, name);
  node.names = node.names.filter((one) => one.parent !== parent || one.name !== name);
  dropUnused(tree, node);
}

/** The kernel no longer refers to a node. */
export function release(tree: Tree, id: number): void {
  const node = tree.byId.get(id);
  if (node === undefined) return;
  node.seen = false;
  dropUnused(tree, node);
}

/** Drops a node that nothing leads to. Until then it may get a name again: another mount may be renaming it. */
export function dropUnused(tree: Tree, node: Node): void {
  const { id, serverId, names, handles, seen } = node;
  if (id === ROOT_ID || names.length > 0 || handles > 0 || seen) return;
  tree.byId.delete(id);
  if (serverId !== null) tree.byServerId.remove(serverId, node);
}

/** Whether a directory is another one or below it. */
export function isWithin(directory: Node, above: Node): boolean {
  for (let at: Node | undefined = directory; at !== undefined; at = at.names[0]?.parent)
    if (at === above) return true;
  return false;
}
