import { FuseError } from "@/cli/mount/fuse/errno";

import { type MemoryNode, touch, TYPES } from "./memory-nodes";

/** What all files may hold together, in bytes. */
export const CAPACITY_BYTES = 64 * 1024 * 1024;
const MAX_FILE_BYTES = 2 ** 40;

export type MemoryContents = {
  usedBytes(): number;
  read(node: MemoryNode, offset: number, size: number): Buffer;
  /** @throws FuseError ENOSPC */
  write(node: MemoryNode, offset: number, data: Buffer): void;
  /** @throws FuseError ENOSPC, or EFBIG beyond 1 TiB */
  resize(node: MemoryNode, size: number): void;
  /** Frees what the node takes. */
  drop(node: MemoryNode): void;
};

/** The contents of files, with a limit on what they take together. */
export function createMemoryContents(): MemoryContents {
  let used = 0;
  const resize = (node: MemoryNode, size: number) => {
    const { attributes, data } = node;
    if (size > MAX_FILE_BYTES) throw new FuseError("EFBIG");
    const added = size - attributes.size;
    if (used + added > CAPACITY_BYTES) throw new FuseError("ENOSPC");
    if (size > data.length) {
      node.data = Buffer.alloc(Math.max(size, data.length * 2));
      data.copy(node.data, 0, 0, attributes.size);
    } else data.fill(0, size, Math.max(size, attributes.size));
    used += added;
    attributes.size = size;
    touch(node);
  };
  return {
    usedBytes: () => used,
    read: ({ data, attributes: { size: end } }, offset, size) =>
      data.subarray(Math.min(offset, end), Math.min(offset + size, end)),
    write(node, offset, data) {
      const end = offset + data.length;
      if (end > node.attributes.size) resize(node, end);
      data.copy(node.data, offset);
      touch(node);
    },
    resize,
    drop({ attributes }) {
      if ((attributes.mode & TYPES.mask) === TYPES.file) used -= attributes.size;
    },
  };
}
