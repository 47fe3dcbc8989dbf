import { isUtf8 } from "node:buffer";

import { type ErrnoName, FuseError } from "@/cli/mount/fuse/errno";
import type { Caller, Time } from "@/cli/mount/fuse/handlers";
import { LIMITS } from "@/lib/contract/limits";

const HEADER_BYTES = 40;
const TWO_32 = 2 ** 32;

/** What every request begins with. `unique` identifies it, `node` is what it is about. */
export type Header = { opcode: number; unique: bigint; node: number; caller: Caller };

/** Reads the header of a request. */
export function decodeHeader(message: Buffer): Header {
  return {
    opcode: message.readUInt32LE(4),
    unique: message.readBigUInt64LE(8),
    node: readSigned64(message, 16),
    caller: {
      uid: message.readUInt32LE(24),
      gid: message.readUInt32LE(28),
      pid: message.readUInt32LE(32),
    },
  };
}

/** The part of a request after its header. Offsets count from there. */
export class RequestBody {
  private readonly message: Buffer;

  constructor(message: Buffer) {
    this.message = message;
  }

  u32(offset: number): number {
    return this.message.readUInt32LE(HEADER_BYTES + offset);
  }

  /** @throws FuseError `code` if the number is larger than a safe integer */
  u64(offset: number, code: ErrnoName = "EINVAL"): number {
    const value = this.u32(offset) + this.u32(offset + 4) * TWO_32;
    if (!Number.isSafeInteger(value)) throw new FuseError(code);
    return value;
  }

  /** @throws FuseError EINVAL beyond the safe integers */
  time(secondsOffset: number, nanosecondsOffset: number): Time {
    const seconds = readSigned64(this.message, HEADER_BYTES + secondsOffset);
    if (!Number.isSafeInteger(seconds)) throw new FuseError("EINVAL");
    return { seconds, nanoseconds: this.u32(nanosecondsOffset) };
  }

  /** A string that ends with NUL. @throws FuseError EILSEQ if it is not UTF-8 */
  string(offset: number): string {
    const bytes = this.stringBytes(offset);
    if (!isUtf8(bytes)) throw new FuseError("EILSEQ");
    return bytes.toString("utf8");
  }

  /** A name of a directory. @throws FuseError EILSEQ, or ENAMETOOLONG above 255 bytes */
  name(offset: number): string {
    if (this.stringBytes(offset).length > LIMITS.segmentBytes) throw new FuseError("ENAMETOOLONG");
    return this.string(offset);
  }

  /** A copy: the message is overwritten by the next one. */
  copy(offset: number, size: number): Buffer {
    const start = HEADER_BYTES + offset;
    return Buffer.from(this.message.subarray(start, start + size));
  }

  private stringBytes(offset: number): Buffer {
    const start = HEADER_BYTES + offset;
    return this.message.subarray(start, this.message.indexOf(0, start));
  }
}

function readSigned64(buffer: Buffer, offset: number): number {
  return buffer.readUInt32LE(offset) + buffer.readInt32LE(offset + 4) * TWO_32;
}

/** Writes an integer of up to 53 bits and its sign as 64 bits. */
export function write64(buffer: Buffer, value: number, offset: number): void {
  buffer.writeUInt32LE(value >>> 0, offset);
  buffer.writeInt32LE(Math.floor(value / TWO_32), offset + 4);
}
