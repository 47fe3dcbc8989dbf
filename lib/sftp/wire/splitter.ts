import { LIMITS } from "@/lib/sftp/limits";

// A request of the largest size has its own fields beside the data.
const MAX_PACKET = LIMITS.packet + 1_024;

/** A packet is larger than any that a client may send, or empty. */
export class PacketSizeError extends Error {
  override readonly name = "PacketSizeError";
}

/** Splits a stream into packets, without their length. Nothing is reserved for bytes that have not arrived. */
export function createSplitter() {
  let chunks: Buffer[] = [];
  let held = 0;
  let length: number | null = null;
  const take = (bytes: number): Buffer => {
    const [first] = chunks;
    const all = first !== undefined && first.length >= bytes ? first : Buffer.concat(chunks);
    const isOne = all === first;
    const rest = all.subarray(bytes);
    chunks = [...(rest.length > 0 ? [rest] : []), ...(isOne ? chunks.slice(1) : [])];
    held -= bytes;
    return all.subarray(0, bytes);
  };
  return {
    /** The packets that are complete with this chunk. @throws PacketSizeError */
    *push(chunk: Buffer): Generator<Buffer> {
      chunks.push(chunk);
      held += chunk.length;
      for (;;) {
        if (length === null) {
          if (held < 4) return;
          length = take(4).readUInt32BE();
          if (length > MAX_PACKET || length === 0)
            throw new PacketSizeError(`a packet of ${length} bytes`);
        }
        if (held < length) return;
        const packet = take(length);
        length = null;
        yield packet;
      }
    },
  };
}
