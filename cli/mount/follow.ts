import type { Event, FeedListener } from "./feed";
import type { Notifier } from "./fuse/notify";
import type { Mounted } from "./mounted";
import { refresh } from "./mounted";
import type { Node } from "./node";
import { setEntry, update } from "./tree";

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
      for (const node of mounted.tree.byId.values()) {
        node.complete = false;
        node.stale = true;
        node.version += 1;
      }
      if (notifier.invalidateAllEntries()) return;
      for (const node of mounted.tree.byId.values())
        for (const name of node.children.keys()) notifier.invalidateEntry(node.id, name);
    },
    ended: end,
  };
}

function takeEvent(mounted: Mounted, { path, file, author }: Event): void {
  const { tree, queue, remote, missed } = mounted;
  // What this mount changed the tree shows already, also what is not at the service yet.
  if (author === remote.author()) return;
  if (path === "/") return file === null ? undefined : update(tree, tree.root, file);
  const names = path.slice(1).split("/");
  const name = names.pop() ?? "";
  let parent: Node | undefined = tree.root;
  for (const part of names) parent = parent?.children.get(part);
  if (parent !== undefined) parent.version += 1;
  if (parent === undefined || (!parent.complete && !parent.children.has(name))) {
    // A file may be known by another of its names.
    const linked = file === null ? undefined : tree.byServerId.get(file.node_id);
    return file === null || linked === undefined ? undefined : update(tree, linked, file);
  }
  if (queue.concerns(path)) missed.add(path);
  else if (parent.children.get(name)?.stage?.dirty === true && file === null)
    void refresh(mounted, path).catch(() => undefined);
  else setEntry(tree, parent, name, file);
}
