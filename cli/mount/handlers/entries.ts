import type { Entry, MissingEntry, Stat } from "@/cli/mount/fuse/handlers";
import type { Mounted } from "@/cli/mount/mounted";
import { attributesOf, hasUnknownNames, type Node } from "@/cli/mount/node";

// What the kernel may use without asking again. It costs nothing to ask while the feed is live, as the answer is
// known; while it is down, everything is looked up again.
const LIVE_SECONDS = 60;
const DOWN_SECONDS = 1;

const secondsOf = ({ feed }: Mounted) => (feed.live ? LIVE_SECONDS : DOWN_SECONDS);

/** A node as the kernel receives it. */
export const statOf = (mounted: Mounted, node: Node): Stat => ({
  attributes: attributesOf(node),
  // What may have changed is asked for again.
  attributeSeconds: node.stale || hasUnknownNames(node) ? 0 : secondsOf(mounted),
});

/** A name and its node as the kernel receives them. */
export function entryOf(mounted: Mounted, node: Node): Entry {
  node.seen = true;
  return { ...statOf(mounted, node), node: node.id, entrySeconds: secondsOf(mounted) };
}

/** A name that does not exist, as the kernel receives it. */
export const missing = (mounted: Mounted): MissingEntry => ({
  node: null,
  entrySeconds: secondsOf(mounted),
});
