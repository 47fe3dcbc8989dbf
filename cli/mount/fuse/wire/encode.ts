import type {
  Attributes,
  Entry,
  MissingEntry,
  Stat,
  Statistics,
  Time,
} from "@/cli/mount/fuse/handlers";
import { LIMITS } from "@/lib/contract/limits";

import { write64 } from "./message";

export const HEADER_OUT_BYTES = 16;
export const ENTRY_BYTES = 128;
const ATTRIBUTES_OFFSET = 40;
const BLOCK_BYTES = 4096;

// The kernel keeps what it has cached of the file that is opened. Its cache of listings (1 << 3) is not used: when it
// drops a page it asks a handle for an offset of a listing that this handle has never read.
const KEEP_CACHE = 1 << 1;

/** Writes the header of a reply: `errno` is 0 for success, `bodyBytes` follow. */
export function writeReplyHeader(
  header: Buffer,
  unique: bigint,
  errno: number,
  bodyBytes: number,
): void {
  header.writeUInt32LE(HEADER_OUT_BYTES + bodyBytes, 0);
  header.writeInt32LE(-errno, 4);
  header.writeBigUInt64LE(unique, 8);
}

export function encodeEntry(entry: Entry | MissingEntry): Buffer {
  const out = Buffer.alloc(ENTRY_BYTES);
  if (entry.node === null) write64(out, entry.entrySeconds, 16);
  else writeEntry(out, entry, 0);
  return out;
}

/** Writes the 128 bytes of an entry; the buffer is zero there. */
export function writeEntry(out: Buffer, entry: Entry, offset: number): void {
  write64(out, entry.node, offset);
  write64(out, entry.entrySeconds, offset + 16);
  write64(out, entry.attributeSeconds, offset + 24);
  writeAttributes(out, entry.attributes, offset + ATTRIBUTES_OFFSET);
}

export function encodeStat({ attributes, attributeSeconds }: Stat): Buffer {
  const out = Buffer.alloc(104);
  write64(out, attributeSeconds, 0);
  writeAttributes(out, attributes, 16);
  return out;
}

/** With `keepCache` the kernel keeps the contents that it has cached of the file. */
export function encodeOpen(handle: number, keepCache: boolean): Buffer {
  const out = Buffer.alloc(16);
  write64(out, handle, 0);
  out.writeUInt32LE(keepCache ? KEEP_CACHE : 0, 8);
  return out;
}

export function encodeWritten(bytes: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeUInt32LE(bytes, 0);
  return out;
}

export function encodeStatistics(statistics: Statistics): Buffer {
  const out = Buffer.alloc(80);
  const blocksFree = Math.floor(statistics.bytesFree / BLOCK_BYTES);
  write64(out, Math.floor(statistics.bytes / BLOCK_BYTES), 0);
  write64(out, blocksFree, 8);
  write64(out, blocksFree, 16);
  write64(out, statistics.files, 24);
  write64(out, statistics.filesFree, 32);
  out.writeUInt32LE(BLOCK_BYTES, 40);
  out.writeUInt32LE(LIMITS.segmentBytes, 44);
  out.writeUInt32LE(BLOCK_BYTES, 48);
  return out;
}

function writeAttributes(out: Buffer, attributes: Attributes, offset: number): void {
  write64(out, attributes.node, offset);
  write64(out, attributes.size, offset + 8);
  write64(out, Math.ceil(attributes.size / 512), offset + 16);
  writeTime(out, attributes.accessed, offset + 24, offset + 48);
  writeTime(out, attributes.modified, offset + 32, offset + 52);
  writeTime(out, attributes.changed, offset + 40, offset + 56);
  out.writeUInt32LE(attributes.mode, offset + 60);
  out.writeUInt32LE(attributes.links, offset + 64);
  out.writeUInt32LE(attributes.uid, offset + 68);
  out.writeUInt32LE(attributes.gid, offset + 72);
  out.writeUInt32LE(attributes.device, offset + 76);
  out.writeUInt32LE(BLOCK_BYTES, offset + 80);
}

function writeTime(out: Buffer, time: Time, secondsOffset: number, nanosecondsOffset: number) {
  write64(out, time.seconds, secondsOffset);
  out.writeUInt32LE(time.nanoseconds, nanosecondsOffset);
}
