import type { DirectoryEntry, Entry } from "@/cli/mount/fuse/handlers";

import { ENTRY_BYTES, writeEntry } from "./encode";
import { write64 } from "./message";

const NAME_OFFSET = 24;

/** What a page is cut from: the listing, where to start, and how many bytes fit. */
export type PageRequest = { entries: readonly DirectoryEntry[]; offset: number; size: number };

/**
 * A page of a listing with names only. `offset` counts entries and the pages' entries say where the next one begins.
 */
export function encodePage(request: PageRequest): Buffer {
  return cutPage(request, 0, () => undefined);
}

/**
 * A page that gives the kernel an entry for every name for which `peek` returns one, and the nodes of these.
 * They count as looked up.
 */
export function encodePlusPage(
  request: PageRequest,
  peek: (name: string) => Entry | null,
): { page: Buffer; nodes: number[] } {
  const nodes: number[] = [];
  const page = cutPage(request, ENTRY_BYTES, (out, { name }, offset) => {
    const entry = peek(name);
    if (entry === null) return;
    nodes.push(entry.node);
    writeEntry(out, entry, offset);
  });
  return { page, nodes };
}

type WritePrefix = (out: Buffer, entry: DirectoryEntry, offset: number) => void;

function cutPage(
  { entries, offset, size }: PageRequest,
  prefixBytes: number,
  writePrefix: WritePrefix,
): Buffer {
  const out = Buffer.alloc(size);
  let used = 0;
  for (let index = offset; index < entries.length; index++) {
    const entry = entries[index];
    if (entry === undefined) break;
    const nameBytes = Buffer.byteLength(entry.name);
    const bytes = prefixBytes + roundUp8(NAME_OFFSET + nameBytes);
    if (used + bytes > size) break;
    writePrefix(out, entry, used);
    const at = used + prefixBytes;
    write64(out, entry.node, at);
    write64(out, index + 1, at + 8);
    out.writeUInt32LE(nameBytes, at + 16);
    out.writeUInt32LE((entry.mode >> 12) & 0o17, at + 20);
    out.write(entry.name, at + NAME_OFFSET);
    used += bytes;
  }
  return out.subarray(0, used);
}

const roundUp8 = (bytes: number) => Math.ceil(bytes / 8) * 8;
