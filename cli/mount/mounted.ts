import type { Contents } from "./contents";
import { toFuseError } from "./errno-of";
import { FuseError } from "./fuse/errno";
import type { Node } from "./node";
import { pathOf } from "./node";
import type { Queue } from "./queue";
import type { Remote } from "./remote";
import type { Task } from "./task";
import type { Tree } from "./tree";
import { setEntry } from "./tree";

/** When a change is done for the program that makes it: when the service has it, or at once. */
export type Durability = "close" | "behind";

// More changes than this are not left behind: programs wait until some are made.
const MAX_BEHIND = 4_096;

/** Everything the handlers of one mount share. */
export type Mounted = {
  tree: Tree;
  remote: Remote;
  contents: Contents;
  queue: Queue;
  durability: Durability;
  /** Directory of this filesystem's contents, of what is kept, and of what is not uploaded yet: `stages`. */
  cache: string;
  stages: string;
  /** Whether owners are kept at the service. */
  keepsOwners: boolean;
  /** State of the change feed; while it is down nothing that is known can be trusted for long. */
  feed: { live: boolean };
  /** Set when access was lost: everything fails from then on. */
  ended: string | null;
  /** Paths that others changed while a change by this mount was under way. */
  missed: Set<string>;
  /** The newest change of each node that is under way. */
  pending: Map<Node, Promise<void>>;
  /** Failures of changes that no program waited for, by node. The next fsync or close reports them. */
  failures: Map<Node, FuseError>;
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

/**
 * Makes a change whose effect the tree already shows. Waits for the service if this mount does; if it fails, the tree
 * is read again. @throws FuseError
 */
export async function make(mounted: Mounted, task: Task, node: Node): Promise<void> {
  const done = mounted.queue.add(task).catch(async (error: unknown) => {
    const failure = toFuseError(error);
    task.abandon?.(failure);
    for (const path of task.paths) await refresh(mounted, path).catch(() => undefined);
    throw failure;
  });
  const settled = done.finally(() => void refreshMissed(mounted));
  if (mounted.durability === "close") return settled;
  const noted = settled
    .catch((error: unknown) => {
      const failure = toFuseError(error);
      mounted.failures.set(node, failure);
      mounted.report(`${task.paths.join(" → ")}: the change was refused (${failure.code})`);
    })
    .finally(() => {
      if (mounted.pending.get(node) === noted) mounted.pending.delete(node);
    });
  mounted.pending.set(node, noted);
  if (mounted.queue.size() > MAX_BEHIND) await noted;
}

/** Asks the service what is at a path, and takes it over, unless this mount is about to change it. */
export async function refresh(mounted: Mounted, path: string): Promise<void> {
  const { tree, remote, queue } = mounted;
  const names = path.split("/").filter((name) => name !== "");
  const name = names.pop();
  let parent: Node | undefined = tree.root;
  for (const part of names) parent = parent?.children.get(part);
  if (parent === undefined || name === undefined) return;
  const stat = await remote.stat(path);
  if (parent.children.get(name)?.serverId === null || queue.concerns(path)) return;
  const node = setEntry(tree, parent, name, stat);
  if (node?.type === "directory") node.complete = false;
}

async function refreshMissed(mounted: Mounted): Promise<void> {
  for (const path of mounted.missed) {
    if (mounted.queue.concerns(path)) continue;
    mounted.missed.delete(path);
    await refresh(mounted, path).catch(() => undefined);
  }
}

/** The failure of an earlier change of a node, once. */
export function throwFailure({ failures }: Mounted, node: Node): void {
  const failure = failures.get(node);
  failures.delete(node);
  if (failure !== undefined) throw failure;
}
