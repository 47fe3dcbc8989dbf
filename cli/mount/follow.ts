import type { Stat } from "@/lib/contract/stat";

import type { Event, FeedListener } from "./feed";
import type { Notifier } from "./fuse/notify";
import { type Mounted, refresh } from "./mounted";
import type { Node } from "./node";
import { expire, locate, setEntry, update } from "./tree";
import { isWatched, touch } from "./watch";

/** Takes what others change into the tree, and tells the kernel. `end` is called when access was lost. */
export function createFollower(
  mounted: Mounted,
  notifier: Notifier,
  end: (code: string) => void,
): FeedListener {
  return {
    live: (isLive) => void (mounted.feed.live = isLive),
    event: (event) => takeEvent(mounted, event),
    reset() {
      mounted.tree.resets += 1;
      for (const node of mounted.tree.byId.values()) {
        node.complete = false;
        node.stale = true;
      }
      if (notifier.invalidateAllEntries()) return;
      for (const node of mounted.tree.byId.values())
        for (const name of node.children.keys()) notifier.invalidateEntry(node.id, name);
    },
    ended: end,
  };
}

function takeEvent(mounted: Mounted, { path, file, author, cursor }: Event): void {
  const { tree, queue, remote, missed, lead } = mounted;
  lead.reach(String(BigInt(cursor) - 1n));
  const isOwn = author === remote.author();
  if (path === "/") return isOwn || file === null ? undefined : update(tree, tree.root, file);
  const found = locate(tree, path);
  if (found === null) return isOwn ? undefined : checkLinked(mounted, file);
  const { parent, name } = found;
  const known = parent.children.get(name);
  // What this mount changed the tree shows already, but what others did between may have escaped it.
  if (isOwn && (queue.has(path) || shows(known, file))) return;
  if (known === undefined && !parent.complete && !isWatched(parent))
    return isOwn ? undefined : checkLinked(mounted, file);
  touch(parent, name);
  if (queue.concerns(path)) missed.add(path);
  else if (isOwn || lead.covers(path, cursor) || losesOpenFile(known, file))
    void refresh(mounted, path).catch(() => undefined);
  else setEntry(tree, parent, name, file);
}

/** A file that is known by another of its names may have changed. */
function checkLinked({ tree }: Mounted, file: Stat | null): void {
  const node = file === null ? undefined : tree.byServerId.get(file.node_id);
  if (node !== undefined) expire(tree, node);
}

function shows(known: Node | undefined, file: Stat | null): boolean {
  // What exists only here is newer.
  if (known === undefined || known.serverId === null) return known !== undefined || file === null;
  return known.serverId === file?.node_id && known.etag === file.etag;
}

// What was true when the feed was read may no longer be, and bytes may depend on it.
const losesOpenFile = (known: Node | undefined, file: Stat | null) =>
  known !== undefined && known.handles > 0 && known.serverId !== file?.node_id;
