import type { FileInfo } from "@/lib/contract/common";

import { differs } from "./agree";
import type { Model } from "./model";
import type { FeedEvent } from "./response";
import { isBelow, locate } from "./tree";

/** A complete recursive listing below a path, and the cursor it was taken at. */
export type Snapshot = { path: string; cursor: number; entries: FileInfo[] };

/**
 * Applies the feed after the listing's cursor to it, like a receiver, and describes how the result
 * differs from the tree that `all` lists, or null. The one exception (spec 5.23): the `file` of a
 * name may be stale when its node was written through another name since.
 */
export function replayDiffers(
  model: Model,
  { path, cursor, entries }: Snapshot,
  feed: FeedEvent[],
  all: FileInfo[],
): string | null {
  const mirror = new Map(entries.map((info) => [info.path, info]));
  const touched = new Set<string>();
  for (const event of feed) {
    if (Number(event.cursor) <= cursor || !isBelow(event.path, path)) continue;
    touched.add(event.path);
    if (event.file === null) mirror.delete(event.path);
    else mirror.set(event.path, event.file);
  }
  const tree = all.filter((info) => isBelow(info.path, path));
  const where = `the feed after ${cursor} over the listing of ${path}`;
  const problem = differs(where, names(tree.map((info) => info.path)), names(mirror.keys()));
  if (problem !== null) return problem;
  for (const info of tree) {
    const stale = !touched.has(info.path) && wasWrittenAfter(model, info.path, cursor);
    if (stale) continue;
    const wrong = differs(where, JSON.stringify(info), JSON.stringify(mirror.get(info.path)));
    if (wrong !== null) return wrong;
  }
  return null;
}

const names = (paths: Iterable<string>) => [...paths].toSorted().join(" ");

function wasWrittenAfter(model: Model, path: string, cursor: number): boolean {
  const id = locate(model, path).node?.id;
  return model.writes.some((write) => write.node === id && write.cursor > cursor);
}
