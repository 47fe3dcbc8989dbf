import type { Stat } from "@/lib/contract/stat";

import { createMerge, type Merge, nameOf } from "./merge";
import { type Mounted, requirePath } from "./mounted";
import { type Node, pathOf } from "./node";
import { watchAll } from "./watch";

/** A directory that is being listed, with the names so far. */
type Level = { directory: Node; path: string; listed: Set<string> };

// A listing during which more changes is not worth it.
const MAX_CHANGES = 1_000;

const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/")) || "/";

const isWithin = (path: string, above: string) =>
  path === above || above === "/" || path.startsWith(`${above}/`);

/**
 * Takes a recursive listing into the tree, page by page. A directory in which something changes meanwhile, here or
 * elsewhere, stays as it is: it has to be asked for by itself.
 * @throws FuseError ENOENT
 */
export function createSubtree(mounted: Mounted, top: Node) {
  const path = requirePath(top);
  const { resets } = mounted.tree;
  const levels: Level[] = [{ directory: top, path, listed: new Set() }];
  const changed = new Set<string>();
  const changedWithin = new Set<string>();
  let isTaking = false;
  const unwatch = watchAll((at) => {
    if (isTaking) return;
    changed.add(at);
    changedWithin.add(parentOf(at));
    if (changed.size > MAX_CHANGES) unwatch();
  });

  const close = (merge: Merge, { directory, path: at, listed }: Level, completed: Set<Node>) => {
    const isSound = levels.every((level) => !changed.has(level.path)) && !changed.has(at);
    if (directory.complete || !isSound || changedWithin.has(at)) return;
    merge.complete(directory, at, listed);
    completed.add(directory);
  };
  /** Closes the directories that a path is not in. */
  const leave = (merge: Merge, above: string | null, completed: Set<Node>) => {
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      if (above !== null && isWithin(above, level.path)) return;
      levels.pop();
      close(merge, level, completed);
    }
  };
  const takeEntry = (merge: Merge, stat: Stat) => {
    const level = levels.at(-1);
    const above = parentOf(stat.path);
    // It is below a directory that is another one by now.
    if (level?.path !== above) return;
    const { directory, listed } = level;
    if (!directory.complete) merge.take(directory, stat);
    const name = nameOf(stat.path);
    listed.add(name);
    const child = directory.children.get(name);
    if (child?.type === "directory" && child.serverId === stat.node_id)
      levels.push({ directory: child, path: stat.path, listed: new Set() });
  };
  return {
    path,
    /** Whether the listing still fits the tree. */
    isValid: () =>
      mounted.tree.resets === resets &&
      changed.size <= MAX_CHANGES &&
      levels.every(({ directory, path: at }) => pathOf(directory) === at),
    /** Whether more of a directory comes with the next page. */
    isOpen: (directory: Node) => levels.some((level) => level.directory === directory),
    /** Takes the next page, of which `unseen` is that of the tree when it was asked for. Returns the directories that are known now. */
    take(entries: readonly Stat[], unseen: number, isLast: boolean): Set<Node> {
      const merge = createMerge(mounted, unseen, (at) => changed.has(at));
      const completed = new Set<Node>();
      isTaking = true;
      for (const stat of entries) {
        leave(merge, parentOf(stat.path), completed);
        takeEntry(merge, stat);
      }
      if (isLast) leave(merge, null, completed);
      isTaking = false;
      return completed;
    },
    end: unwatch,
  };
}
