import { FuseError } from "@/cli/mount/fuse/errno";

import type { Operation } from "./requests";

/** The largest write that the kernel sends in one request, in bytes. */
export const MAX_WRITE_BYTES = 1 << 20;

const MAJOR = 7;
/** The newest protocol whose messages we know. */
const MINOR = 45;
const PAGE_BYTES = 4096;
const MAX_BACKGROUND = 64;

// Not asked for: the writeback cache, with which the kernel ignores sizes and times that change on the server, and
// locks, which the kernel then keeps by itself.
const FLAGS =
  (1 << 0) | // ASYNC_READ
  (1 << 5) | // BIG_WRITES
  (1 << 13) | // DO_READDIRPLUS
  (1 << 14) | // READDIRPLUS_AUTO
  (1 << 15) | // ASYNC_DIO
  (1 << 18) | // PARALLEL_DIROPS
  (1 << 22) | // MAX_PAGES
  (1 << 23); // CACHE_SYMLINKS

/**
 * The reply to the first request: what we want of what the kernel offers. @throws FuseError EPROTO for
 * another major version
 */
export function encodeInit(offer: Operation<"init">): Buffer {
  if (offer.major !== MAJOR) throw new FuseError("EPROTO");
  const out = Buffer.alloc(64);
  out.writeUInt32LE(MAJOR, 0);
  out.writeUInt32LE(Math.min(offer.minor, MINOR), 4);
  out.writeUInt32LE(offer.readAheadBytes, 8);
  out.writeUInt32LE((offer.flags & FLAGS) >>> 0, 12);
  out.writeUInt16LE(MAX_BACKGROUND, 16);
  out.writeUInt16LE((MAX_BACKGROUND * 3) / 4, 18); // From here the kernel counts as congested.
  out.writeUInt32LE(MAX_WRITE_BYTES, 20);
  out.writeUInt32LE(1, 24); // Times are in nanoseconds.
  out.writeUInt16LE(MAX_WRITE_BYTES / PAGE_BYTES, 28);
  return out;
}
