import { isUtf8 } from "node:buffer";

import { STATUS } from "./protocol";
import { SftpError } from "./sftp-error";

const MALFORMED = () => new SftpError(STATUS.badMessage, "The packet is malformed.");

/** Either may stay as it is. */
export type GivenOwner = { uid?: number; gid?: number };

/** What a client sets; undefined: unchanged. Times in seconds, `mode` with the type of the file. */
export type GivenAttributes = {
  size?: number;
  owner?: GivenOwner;
  mode?: number;
  modified?: number;
};

// Who changes the group alone sends this for the user, as chown(2) takes it.
const UNCHANGED = 0xffffffff;

const ownerOf = (uid: number, gid: number): GivenOwner => ({
  ...(uid === UNCHANGED ? {} : { uid }),
  ...(gid === UNCHANGED ? {} : { gid }),
});

/** Reads the fields of a packet. Every method throws SftpError `badMessage` at the end of the packet. */
export type Reader = ReturnType<typeof createReader>;

export function createReader(packet: Buffer) {
  let at = 0;
  const advance = (bytes: number) => {
    const start = at;
    at += bytes;
    if (at > packet.length) throw MALFORMED();
    return start;
  };
  const u32 = () => packet.readUInt32BE(advance(4));
  /** Positions beyond 2^53 are no file's; they are refused by their size. */
  const u64 = () => Number(packet.readBigUInt64BE(advance(8)));
  const bytes = () => {
    const length = u32();
    const start = advance(length);
    return packet.subarray(start, start + length);
  };
  return {
    u8: () => packet.readUInt8(advance(1)),
    u32,
    u64,
    bytes,
    /** @throws SftpError `failure` for a text that is not UTF-8, as names must be */
    text() {
      const raw = bytes();
      if (isUtf8(raw)) return raw.toString("utf8");
      throw new SftpError(STATUS.failure, "Names must be UTF-8.");
    },
    attributes(): GivenAttributes {
      const flags = u32();
      const given: GivenAttributes = {};
      if (flags & 1) given.size = u64();
      if (flags & 2) given.owner = ownerOf(u32(), u32());
      if (flags & 4) given.mode = u32();
      if (flags & 8) {
        u32();
        given.modified = u32();
      }
      return given;
    },
  };
}
