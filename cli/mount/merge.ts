import type { Stat } from "@/lib/contract/stat";

import { type Mounted, takeOver } from "./mounted";
import { join, type Node } from "./node";

/** Takes a listing into the tree. */
export type Merge = ReturnType<typeof createMerge>;

/** The service does not have what the tree shows of it yet. */
const isAhead = ({ serverId, underWay }: Node) => serverId === null || underWay > 0;

/** The name that a path ends with. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * Takes a listing into the tree. What changed since the service was asked, here or elsewhere, stays as the tree shows it.
 * @param unseen that of the tree when the service was asked
 * @param isChanged whether something changed at a path since then
 */
export function createMerge(
  mounted: Mounted,
  unseen: number,
  isChanged: (path: string) => boolean,
) {
  const underWay = mounted.queue.paths();
  const isOurs = (path: string, known: Node | undefined) =>
    (known !== undefined && isAhead(known)) || isChanged(path) || underWay.conflicts([path]);
  return {
    /** Takes over one entry of a directory. */
    take(directory: Node, stat: Stat): void {
      const name = nameOf(stat.path);
      const known = directory.children.get(name);
      if (!isOurs(stat.path, known)) takeOver(mounted, directory, name, stat, unseen);
      else if (known !== undefined && isAhead(known)) mounted.missed.add(stat.path);
    },
    /** All names of a directory were listed: takes away the others. */
    complete(directory: Node, path: string, listed: ReadonlySet<string>): void {
      for (const [name, known] of directory.children)
        if (!listed.has(name) && !isOurs(join(path, name), known))
          takeOver(mounted, directory, name, null);
      Object.assign(directory, { complete: true, wasComplete: true });
    },
  };
}
