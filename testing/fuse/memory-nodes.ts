import { FuseError } from "@/cli/mount/fuse/errno";
import type { Attributes, Caller, Entry, Time } from "@/cli/mount/fuse/handlers";

export const TYPES = { mask: 0o170000, directory: 0o040000, file: 0o100000, symlink: 0o120000 };

/** Long, so that the kernel asks again only when it is notified. */
export const CACHE_SECONDS = 3_600;

/** A file, directory or symbolic link in memory. `names` is empty unless it is a directory. */
export type MemoryNode = {
  attributes: Attributes;
  names: Map<string, MemoryNode>;
  data: Buffer;
  target: string;
};

export type MemoryNodes = {
  /** @throws FuseError ESTALE */
  get(node: number): MemoryNode;
  /** The node of a name. @throws FuseError ENOENT */
  child(parent: number, name: string): MemoryNode;
  /** Adds a new node. @throws FuseError EEXIST */
  add(parent: number, name: string, mode: number, caller: Caller): MemoryNode;
  delete(node: number): void;
  count(): number;
};

/** Nodes by number; 1 is an empty directory, which everyone may use. */
export function createMemoryNodes(): MemoryNodes {
  const nodes = new Map<number, MemoryNode>();
  let lastNode = 0;
  const create = (mode: number, { uid, gid }: Pick<Caller, "uid" | "gid">): MemoryNode => {
    lastNode += 1;
    const now = currentTime();
    const links = isDirectory(mode) ? 2 : 1;
    const times = { modified: now, changed: now, accessed: now };
    const attributes = { node: lastNode, size: 0, mode, links, uid, gid, device: 0, ...times };
    const node = { attributes, names: new Map(), data: Buffer.alloc(0), target: "" };
    nodes.set(lastNode, node);
    return node;
  };
  const get = (node: number): MemoryNode => {
    const found = nodes.get(node);
    if (found === undefined) throw new FuseError("ESTALE");
    return found;
  };
  create(TYPES.directory | 0o777, { uid: 0, gid: 0 });
  return {
    get,
    child(parent, name) {
      const found = get(parent).names.get(name);
      if (found === undefined) throw new FuseError("ENOENT");
      return found;
    },
    add(parent, name, mode, caller) {
      const directory = get(parent);
      if (directory.names.has(name)) throw new FuseError("EEXIST");
      const node = create(mode, caller);
      if (isDirectory(mode)) directory.attributes.links += 1;
      directory.names.set(name, node);
      touch(directory);
      return node;
    },
    delete: (node) => void nodes.delete(node),
    count: () => nodes.size,
  };
}

export const isDirectory = (mode: number) => (mode & TYPES.mask) === TYPES.directory;

export function entryOf({ attributes }: MemoryNode): Entry {
  const seconds = { entrySeconds: CACHE_SECONDS, attributeSeconds: CACHE_SECONDS };
  return { node: attributes.node, attributes, ...seconds };
}

/** Sets the times of a change of the content. */
export function touch({ attributes }: MemoryNode): void {
  attributes.modified = attributes.changed = currentTime();
}

export function currentTime(): Time {
  const now = Date.now();
  return { seconds: Math.floor(now / 1_000), nanoseconds: (now % 1_000) * 1_000_000 };
}
