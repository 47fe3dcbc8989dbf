import type { Stat } from "@/lib/contract/stat";

import type { Contents } from "./contents";
import { toFuseError } from "./errno-of";
import { FuseError } from "./fuse/errno";
import type { Lead } from "./lead";
import type { Moves } from "./moves";
import { hasUnknownNames, type Node, pathOf, pathsOf } from "./node";
import type { Queue } from "./queue";
import type { Remote } from "./remote";
import type { Task } from "./task";
import { detach, locate, type Tree } from "./tree";
import { expire, expireTwins, setEntry } from "./tree-updates";
import { watch } from "./watch";

/** When a change is done for the program that makes it: when the service has it, or at once. */
export type Durability = "close" | "behind";

/** What happens to a file that others changed since a program here began to write it: `keep` saves a copy beside it. */
export type Conflicts = "last" | "keep";

// More changes than this are not left behind: programs wait until some are made.
const MAX_BEHIND = 4_096;
// What changes more often than that is asked for when it is needed.
const MAX_ATTEMPTS = 10;

/** What is listed ahead of a program that walks. */
export type Walk = {
  /** Waits until a directory is known, if the listing is about to come to it. */
  reach(directory: Node): Promise<void>;
  /** The program has read a directory. */
  passed(directory: Node): void;
  isOver(): boolean;
  end(): void;
};

/** Everything the handlers of one mount share. */
export type Mounted = {
  tree: Tree;
  remote: Remote;
  contents: Contents;
  queue: Queue;
  durability: Durability;
  conflicts: Conflicts;
  /** Directory of this filesystem's contents, of what is kept, and of what is not uploaded yet: `stages`. */
  cache: string;
  stages: string;
  /** Whether owners are kept at the service. */
  keepsOwners: boolean;
  /** State of the change feed; while it is down nothing that is known can be trusted for long. */
  feed: { live: boolean };
  /** Set when access was lost: everything fails from then on. */
  ended: string | null;
  lead: Lead;
  moves: Moves;
  /** Paths that others changed while a change by this mount was under way. */
  missed: Set<string>;
  /** The newest change of each node that is under way. */
  pending: Map<Node, Promise<void>>;
  /** Failures of changes that no program waited for, by node. The next fsync or close reports them. */
  failures: Map<Node, FuseError>;
  /** What is listed for a program that walks; null: none does. */
  walk: Walk | null;
  report(text: string): void;
};

/** @throws FuseError EACCES once access was lost */
export function requireAccess(mounted: Mounted): void {
  if (mounted.ended !== null) throw new FuseError("EACCES");
}

/** The node of a number of the kernel. @throws FuseError ESTALE */
export function nodeOf({ tree }: Mounted, id: number): Node {
  const node = tree.byId.get(id);
  if (node === undefined) throw new FuseError("ESTALE");
  return node;
}

/** The path of a node. @throws FuseError ENOENT for one that was deleted */
export function requirePath(node: Node): string {
  const path = pathOf(node);
  if (path === null) throw new FuseError("ENOENT");
  return path;
}

/** Where the service has a file that has no known name here, as others renamed it; null: nowhere. @throws FuseError */
export async function pathElsewhere(mounted: Mounted, node: Node): Promise<string | null> {
  const mayExist = node.lost || node.links > 0;
  if (node.serverId === null || !mayExist) return null;
  // What this mount removes may still be there.
  await mounted.pending.get(node);
  return mounted.remote.pathOf(node.serverId);
}

/**
 * Makes a change whose effect the tree already shows. Waits for the service if this mount does; if it fails, the tree
 * is read again. @throws FuseError
 */
export async function make(mounted: Mounted, task: Task, node: Node): Promise<void> {
  node.underWay += 1;
  const done = mounted.queue.add(task).catch(async (error: unknown) => {
    const failure = toFuseError(error);
    if (node.serverId === null) removeLocal(mounted, node);
    for (const path of task.paths) await refresh(mounted, path).catch(() => undefined);
    // Its attributes too are as if the change had been made.
    if (node.names.length > 0) expire(mounted.tree, node);
    throw failure;
  });
  const settled = done.finally(() => {
    node.underWay -= 1;
    // What the service said meanwhile by another name may be from before the change.
    if (node.links > 1 && node.names.length > 0) expire(mounted.tree, node);
    else expireTwins(mounted.tree, node);
    checkNames(mounted, node, task.paths);
    void refreshMissed(mounted);
  });
  const isAwaited = mounted.durability === "close";
  const noted = settled
    .catch((error: unknown) => {
      if (isAwaited) return;
      const failure = toFuseError(error);
      mounted.failures.set(node, failure);
      mounted.report(`${task.paths.join(" → ")}: the change was refused (${failure.code})`);
    })
    .finally(() => {
      if (mounted.pending.get(node) === noted) mounted.pending.delete(node);
    });
  mounted.pending.set(node, noted);
  if (isAwaited) return settled;
  if (mounted.queue.size() > MAX_BEHIND) await noted;
}

/** Takes away what was refused before the service ever had it. */
export function removeLocal({ tree }: Mounted, node: Node): void {
  for (const { parent, name } of node.names.slice()) {
    detach(tree, parent, name);
    tree.forget.invalidateEntry(parent.id, name);
  }
}

/**
 * Takes over what the service says is at a name; null: nothing. A file that exists only here stays: others changed what
 * its upload replaces, if it is ever uploaded by this name.
 * @param unseen that of the tree when the service was asked
 */
export function takeOver(
  { tree, missed }: Mounted,
  parent: Node,
  name: string,
  stat: Stat | null,
  unseen = tree.unseen,
): Node | null {
  if (stat !== null && parent.children.get(name)?.serverId === null) missed.add(stat.path);
  const node = setEntry(tree, parent, name, stat);
  if (node !== null) node.linksAsOf = unseen;
  return node;
}

/** Whether this mount changes something at a path, or what it shows there by another name. */
export const isUnderWay = ({ queue }: Mounted, path: string, node: Node | undefined): boolean =>
  (node?.underWay ?? 0) > 0 || queue.concerns(path);

/** Whether a node can be shown as it is known, if the feed is live. */
export function isCurrent({ tree }: Mounted, node: Node): boolean {
  if (hasUnknownNames(node) && node.linksAsOf !== tree.unseen) node.stale = true;
  return !node.stale;
}

/** Asks the service what is at a path, and takes it over; again if something changed there meanwhile. @throws FuseError */
export async function refresh(mounted: Mounted, path: string): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++)
    if (await refreshOnce(mounted, path)) return;
}

/** Returns false if something changed at the path meanwhile. */
async function refreshOnce(mounted: Mounted, path: string): Promise<boolean> {
  const { tree, remote, missed } = mounted;
  const found = locate(tree, path);
  if (found === null) return true;
  const { parent, name } = found;
  const { unseen } = tree;
  const watched = watch(parent);
  try {
    const stat = await remote.stat(path);
    if (locate(tree, path)?.parent !== parent) return true;
    if (watched.changed.has(name)) return false;
    if (isUnderWay(mounted, path, parent.children.get(name))) missed.add(path);
    else {
      const node = takeOver(mounted, parent, name, stat, unseen);
      if (node?.type === "directory") node.complete &&= node.serverId === null;
    }
    return true;
  } finally {
    watched.end();
  }
}

/**
 * Asks the service about the names of a node by which a change did not know it: others may have renamed what is above it
 * while the change was under way, and then it was made elsewhere.
 */
export function checkNames(mounted: Mounted, node: Node, known: readonly string[]): void {
  for (const path of pathsOf(node)) {
    if (known.includes(path)) continue;
    if (isUnderWay(mounted, path, node)) mounted.missed.add(path);
    else void refresh(mounted, path).catch(() => undefined);
  }
}

/** Asks the service about what others changed while this mount had something else there. */
export async function refreshMissed(mounted: Mounted): Promise<void> {
  for (const path of mounted.missed) {
    const found = locate(mounted.tree, path);
    const node = found?.parent.children.get(found.name);
    if (isUnderWay(mounted, path, node) || node?.serverId === null) continue;
    mounted.missed.delete(path);
    mounted.tree.unseen += 1;
    await refresh(mounted, path).catch(() => undefined);
  }
}

/** The failure of an earlier change of a node, once. */
export function throwFailure({ failures }: Mounted, node: Node): void {
  const failure = failures.get(node);
  failures.delete(node);
  if (failure !== undefined) throw failure;
}
