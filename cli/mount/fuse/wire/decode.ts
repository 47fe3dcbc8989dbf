import { FuseError } from "@/cli/mount/fuse/errno";
import type { AttributeChange, RenameMode, Time } from "@/cli/mount/fuse/handlers";

import { type Header, RequestBody } from "./message";
import type { Operation } from "./requests";

const SETATTR = {
  mode: 1 << 0,
  uid: 1 << 1,
  gid: 1 << 2,
  size: 1 << 3,
  accessed: 1 << 4,
  modified: 1 << 5,
  accessedNow: 1 << 7,
  modifiedNow: 1 << 8,
};
const RENAME_MODES: readonly RenameMode[] = ["replace", "noreplace", "exchange"];
const FALLOCATE_KEEP_SIZE = 1;

/** By opcode. */
const DECODERS: Record<number, (body: RequestBody) => Operation> = {
  1: (body) => ({ op: "lookup", name: body.name(0) }),
  2: (body) => ({ op: "forget", count: body.u64(0) }),
  3: () => ({ op: "getattr" }),
  4: (body) => ({ op: "setattr", change: decodeChange(body) }),
  5: () => ({ op: "readlink" }),
  6: (body) => {
    const name = body.name(0);
    return { op: "symlink", name, target: body.string(Buffer.byteLength(name) + 1) };
  },
  8: (body) => ({
    op: "mknod",
    mode: body.u32(0),
    device: body.u32(4),
    umask: body.u32(8),
    name: body.name(16),
  }),
  9: (body) => ({ op: "mkdir", mode: body.u32(0), umask: body.u32(4), name: body.name(8) }),
  10: (body) => ({ op: "unlink", name: body.name(0) }),
  11: (body) => ({ op: "rmdir", name: body.name(0) }),
  12: (body) => decodeRename(body, 0, 8),
  13: (body) => ({ op: "link", target: body.u64(0), newName: body.name(8) }),
  14: (body) => ({ op: "open", flags: body.u32(0) }),
  15: (body) => ({ op: "read", ...decodeSpan(body) }),
  16: (body) => ({
    op: "write",
    handle: body.u64(0),
    offset: body.u64(8, "EFBIG"),
    data: body.copy(40, body.u32(16)),
  }),
  17: () => ({ op: "statfs" }),
  18: (body) => ({ op: "release", handle: body.u64(0) }),
  20: (body) => ({ op: "fsync", handle: body.u64(0) }),
  25: (body) => ({ op: "flush", handle: body.u64(0) }),
  26: (body) => ({
    op: "init",
    major: body.u32(0),
    minor: body.u32(4),
    readAheadBytes: body.u32(8),
    flags: body.u32(12),
  }),
  27: () => ({ op: "opendir" }),
  28: (body) => ({ op: "readdir", plus: false, ...decodeSpan(body) }),
  29: (body) => ({ op: "releasedir", handle: body.u64(0) }),
  30: () => ({ op: "fsyncdir" }),
  35: (body) => ({
    op: "create",
    flags: body.u32(0),
    mode: body.u32(4),
    umask: body.u32(8),
    name: body.name(16),
  }),
  36: (body) => ({ op: "interrupt", target: body.u64(0) }),
  42: (body) => ({
    op: "batchForget",
    nodes: Array.from({ length: body.u32(0) }, (_, index) => ({
      node: body.u64(8 + 16 * index),
      count: body.u64(16 + 16 * index),
    })),
  }),
  43: decodeFallocate,
  44: (body) => ({ op: "readdir", plus: true, ...decodeSpan(body) }),
  45: (body) => decodeRename(body, body.u32(8), 16),
};

/**
 * Decodes a request whose header was read. The result refers to no bytes of the message.
 * @throws FuseError ENOSYS for an operation we do not have, EILSEQ for names that are not UTF-8,
 * ENAMETOOLONG above 255 bytes, EINVAL or EFBIG for numbers beyond 2^53
 */
export function decodeOperation(header: Header, message: Buffer): Operation {
  const decode = DECODERS[header.opcode];
  if (decode === undefined) throw new FuseError("ENOSYS");
  return decode(new RequestBody(message));
}

function decodeSpan(body: RequestBody) {
  return { handle: body.u64(0), offset: body.u64(8), size: body.u32(16) };
}

function decodeRename(body: RequestBody, flags: number, namesOffset: number): Operation {
  const mode = RENAME_MODES[flags];
  if (mode === undefined) throw new FuseError("EINVAL");
  const name = body.name(namesOffset);
  const newName = body.name(namesOffset + Buffer.byteLength(name) + 1);
  return { op: "rename", name, newParent: body.u64(0), newName, mode };
}

function decodeFallocate(body: RequestBody): Operation {
  const mode = body.u32(24);
  if ((mode & ~FALLOCATE_KEEP_SIZE) !== 0) throw new FuseError("EOPNOTSUPP");
  const end = body.u64(8, "EFBIG") + body.u64(16, "EFBIG");
  if (!Number.isSafeInteger(end)) throw new FuseError("EFBIG");
  return { op: "fallocate", handle: body.u64(0), end, keepSize: mode === FALLOCATE_KEEP_SIZE };
}

function decodeChange(body: RequestBody): AttributeChange {
  const valid = body.u32(0);
  const has = (bit: number) => (valid & bit) !== 0;
  const time = (now: number, seconds: number, nanoseconds: number): Time | "now" =>
    has(now) ? "now" : body.time(seconds, nanoseconds);
  return {
    ...(has(SETATTR.mode) && { mode: body.u32(68) & 0o7777 }),
    ...(has(SETATTR.uid) && { uid: body.u32(76) }),
    ...(has(SETATTR.gid) && { gid: body.u32(80) }),
    ...(has(SETATTR.size) && { size: body.u64(16, "EFBIG") }),
    ...(has(SETATTR.accessed) && { accessed: time(SETATTR.accessedNow, 32, 56) }),
    ...(has(SETATTR.modified) && { modified: time(SETATTR.modifiedNow, 40, 60) }),
  };
}
