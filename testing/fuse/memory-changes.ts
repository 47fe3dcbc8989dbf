import { FuseError } from "@/cli/mount/fuse/errno";
import type { AttributeChange, RenameMode } from "@/cli/mount/fuse/handlers";

import {
  currentTime,
  isDirectory,
  type MemoryNode,
  type MemoryNodes,
  touch,
  TYPES,
} from "./memory-nodes";

type Location = { parent: number; name: string };

/** @throws FuseError ENOENT, EEXIST or ENOTEMPTY */
export function rename(nodes: MemoryNodes, from: Location, to: Location, mode: RenameMode): void {
  const moved = nodes.child(from.parent, from.name);
  const replaced = nodes.get(to.parent).names.get(to.name);
  if (mode === "noreplace" && replaced !== undefined) throw new FuseError("EEXIST");
  if (replaced !== undefined && replaced.names.size > 0 && mode === "replace")
    throw new FuseError("ENOTEMPTY");
  detach(nodes.get(from.parent), from.name);
  if (replaced !== undefined) detach(nodes.get(to.parent), to.name);
  put(nodes.get(to.parent), to.name, moved);
  if (replaced === undefined) return;
  if (mode === "exchange") put(nodes.get(from.parent), from.name, replaced);
  else dropLink(replaced);
}

/** Takes a name away. @throws FuseError ENOENT */
export function remove(nodes: MemoryNodes, parent: number, name: string): void {
  dropLink(nodes.child(parent, name));
  detach(nodes.get(parent), name);
}

function dropLink({ attributes }: MemoryNode): void {
  attributes.links -= isDirectory(attributes.mode) ? 2 : 1;
  attributes.changed = currentTime();
}

/** Adds a name to a directory. */
export function put(directory: MemoryNode, name: string, node: MemoryNode): void {
  directory.names.set(name, node);
  if (isDirectory(node.attributes.mode)) directory.attributes.links += 1;
  touch(directory);
}

function detach(directory: MemoryNode, name: string): void {
  const node = directory.names.get(name);
  if (node !== undefined && isDirectory(node.attributes.mode)) directory.attributes.links -= 1;
  directory.names.delete(name);
  touch(directory);
}

export function setAttributes({ attributes }: MemoryNode, change: AttributeChange): void {
  const now = currentTime();
  const { accessed, modified, mode, uid, gid } = change;
  if (mode !== undefined) attributes.mode = (attributes.mode & TYPES.mask) | mode;
  if (uid !== undefined) attributes.uid = uid;
  if (gid !== undefined) attributes.gid = gid;
  if (accessed !== undefined) attributes.accessed = accessed === "now" ? now : accessed;
  if (modified !== undefined) attributes.modified = modified === "now" ? now : modified;
  attributes.changed = now;
}
