import type { Libc } from "./libc";

const SOL_SOCKET = 1;
const SCM_RIGHTS = 1;
/** struct cmsghdr (length 8, level 4, type 4) and one int, padded. */
const CONTROL_BYTES = 24;

/** Receives a file descriptor that another process sent over a Unix socket; undefined if it sent none. */
export function receiveDescriptor(libc: Libc, socket: number): number | undefined {
  const data = Buffer.alloc(1);
  const control = Buffer.alloc(CONTROL_BYTES);
  const iovec = Buffer.alloc(16);
  iovec.writeBigUInt64LE(libc.addressOf(data), 0);
  iovec.writeBigUInt64LE(BigInt(data.length), 8);
  const message = Buffer.alloc(56);
  message.writeBigUInt64LE(libc.addressOf(iovec), 16);
  message.writeBigUInt64LE(1n, 24);
  message.writeBigUInt64LE(libc.addressOf(control), 32);
  message.writeBigUInt64LE(BigInt(CONTROL_BYTES), 40);
  if (libc.recvmsg(socket, message) === 0) return undefined;
  const isDescriptor =
    control.readInt32LE(8) === SOL_SOCKET && control.readInt32LE(12) === SCM_RIGHTS;
  return isDescriptor ? control.readInt32LE(16) : undefined;
}
