import type { Stat } from "@/lib/contract/stat";

import type { Event, FeedListener } from "./feed";
import type { FuseSession } from "./fuse/session";
import type { Lead } from "./lead";
import { isUnderWay, type Mounted, refresh, takeOver } from "./mounted";
import type { Node } from "./node";
import { hold } from "./read-source";
import { locate } from "./tree";
import { distrust, expire, update } from "./tree-updates";
import { isWatched, touch, touchPath } from "./watch";

/** Takes what others change into the tree, and tells the kernel. `end` is called when access was lost. */
export function createFollower(
  mounted: Mounted,
  { notifier, setAway }: Pick<FuseSession, "notifier" | "setAway">,
  end: (code: string) => void,
): FeedListener {
  return {
    live(isLive) {
      mounted.feed.live = isLive;
      setAway(!isLive);
    },
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

function takeEvent(mounted: Mounted, event: Event): void {
  const { path, file, author, cursor } = event;
  const { tree, queue, remote, missed, lead, moves } = mounted;
  const reached = String(BigInt(cursor) - 1n);
  lead.reach(reached);
  moves.reach(reached);
  const isOwn = remote.isOwn(author);
  if (path === "/") return isOwn || file === null ? undefined : update(tree, tree.root, file);
  if (!isOwn) for (const node of moves.nodesOf(path)) distrust(tree, node);
  const found = locate(tree, path);
  if (!isOwn) touchPath(path);
  if (found === null) return isOwn ? undefined : takeUnseen(mounted, file);
  const { parent, name } = found;
  const known = parent.children.get(name);
  // What this mount changed the tree shows already, but what others did between may have escaped it.
  if (isOwn && (queue.has(path) || shows(known, file))) return;
  if (known === undefined && !parent.complete && !isWatched(parent))
    return isOwn ? undefined : takeUnseen(mounted, file);
  touch(parent, name);
  if (isUnderWay(mounted, path, known)) missed.add(path);
  else if (isOwn || isBehind(lead, event, known) || losesOpenFile(known, file))
    void refreshOpen(mounted, path, known).catch(() => undefined);
  else takeOver(mounted, parent, name, file);
}

/** Asks what is at a path; a file that was there and is open stays readable. */
async function refreshOpen(mounted: Mounted, path: string, known: Node | undefined): Promise<void> {
  await refresh(mounted, path);
  if (known?.names.length === 0) await hold(mounted, known);
}

/** A change at a name that is not known: a file that is known by others may have changed, or have lost that one. */
function takeUnseen({ tree }: Mounted, file: Stat | null): void {
  tree.unseen += 1;
  const node = file === null ? undefined : tree.byServerId.first(file.node_id);
  if (node !== undefined) expire(tree, node);
}

/** Whether it may show a file as it was before this mount changed it, by this name or another one. */
function isBehind(lead: Lead, { path, file, cursor }: Event, known: Node | undefined): boolean {
  const isLinked = (file?.nlink ?? 1) > 1 || (known?.links ?? 1) > 1;
  return isLinked ? lead.coversAll(cursor) : lead.covers(path, cursor);
}

function shows(known: Node | undefined, file: Stat | null): boolean {
  // What exists only here is newer.
  if (known === undefined || known.serverId === null) return known !== undefined || file === null;
  return known.serverId === file?.node_id && known.etag === file.etag;
}

// What was true when the feed was read may no longer be, and bytes may depend on it.
const losesOpenFile = (known: Node | undefined, file: Stat | null) =>
  known !== undefined && known.handles > 0 && known.serverId !== file?.node_id;
