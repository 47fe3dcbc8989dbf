import { FuseError } from "@/cli/mount/fuse/errno";
import type { FuseHandlers } from "@/cli/mount/fuse/handlers";

import { put, remove, rename, setAttributes } from "./memory-changes";
import { CAPACITY_BYTES, createMemoryContents, type MemoryContents } from "./memory-contents";
import {
  CACHE_SECONDS,
  createMemoryNodes,
  currentTime,
  entryOf,
  type MemoryNodes,
  TYPES,
} from "./memory-nodes";

/** A filesystem in memory, for tests of the FUSE layer. `nodes` and `contents` change it behind the kernel's back. */
export type MemoryFilesystem = {
  handlers: FuseHandlers;
  nodes: MemoryNodes;
  contents: MemoryContents;
};

export function createMemoryFilesystem(): MemoryFilesystem {
  const nodes = createMemoryNodes();
  const contents = createMemoryContents();
  const handlers: FuseHandlers = {
    ...nameHandlers(nodes, contents),
    ...changeHandlers(nodes),
    ...fileHandlers(nodes, contents),
  };
  return { handlers, nodes, contents };
}

function nameHandlers(nodes: MemoryNodes, contents: MemoryContents) {
  return {
    lookup(parent, name) {
      const found = nodes.get(parent).names.get(name);
      return found ? entryOf(found) : { node: null, entrySeconds: CACHE_SECONDS };
    },
    peek(parent, name) {
      const found = nodes.get(parent).names.get(name);
      return found ? entryOf(found) : null;
    },
    forget(node) {
      const found = nodes.get(node);
      if (found.attributes.links > 0) return;
      contents.drop(found);
      nodes.delete(node);
    },
    getattr: (node) => entryOf(nodes.get(node)),
    setattr(node, change) {
      const found = nodes.get(node);
      if (change.size !== undefined) contents.resize(found, change.size);
      setAttributes(found, change);
      return entryOf(found);
    },
    readlink: (node) => nodes.get(node).target,
    opendir: nothing,
    readdir: (node) =>
      [...nodes.get(node).names].map(([name, { attributes }]) => ({ name, ...attributes })),
    fsyncdir: () => undefined,
    statfs: () => ({
      bytes: CAPACITY_BYTES,
      bytesFree: CAPACITY_BYTES - contents.usedBytes(),
      files: 1_000_000,
      filesFree: 1_000_000 - nodes.count(),
    }),
  } satisfies Partial<FuseHandlers>;
}

function changeHandlers(nodes: MemoryNodes) {
  return {
    symlink(parent, name, target, caller) {
      const node = nodes.add(parent, name, TYPES.symlink | 0o777, caller);
      node.target = target;
      node.attributes.size = Buffer.byteLength(target);
      return entryOf(node);
    },
    mknod(parent, name, mode, device, caller) {
      const node = nodes.add(parent, name, mode, caller);
      node.attributes.device = device;
      return entryOf(node);
    },
    mkdir: (parent, name, mode, caller) =>
      entryOf(nodes.add(parent, name, TYPES.directory | mode, caller)),
    unlink: (parent, name) => remove(nodes, parent, name),
    rmdir(parent, name) {
      if (nodes.child(parent, name).names.size > 0) throw new FuseError("ENOTEMPTY");
      remove(nodes, parent, name);
    },
    rename: (parent, name, newParent, newName, mode) =>
      rename(nodes, { parent, name }, { parent: newParent, name: newName }, mode),
    link(node, newParent, newName) {
      const found = nodes.get(node);
      put(nodes.get(newParent), newName, found);
      found.attributes.links += 1;
      found.attributes.changed = currentTime();
      return entryOf(found);
    },
  } satisfies Partial<FuseHandlers>;
}

const nothing = () => undefined;

function fileHandlers(nodes: MemoryNodes, contents: MemoryContents) {
  let lastHandle = 0;
  const open = () => {
    lastHandle += 1;
    return { handle: lastHandle, keepCache: true };
  };
  return {
    open,
    create: (parent, name, mode, _flags, caller) => ({
      entry: entryOf(nodes.add(parent, name, mode, caller)),
      ...open(),
    }),
    read: (node, _handle, offset, size) => contents.read(nodes.get(node), offset, size),
    write(node, _handle, offset, data) {
      contents.write(nodes.get(node), offset, data);
      return data.length;
    },
    allocate(node, _handle, end) {
      const found = nodes.get(node);
      if (end > found.attributes.size) contents.resize(found, end);
    },
    flush: nothing,
    fsync: nothing,
    release: nothing,
  } satisfies Partial<FuseHandlers>;
}
