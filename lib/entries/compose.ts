import { AppError } from "@/lib/errors";

import type { RangePlan } from "./content-range";

type Bytes = AsyncIterable<Uint8Array>;

const ZEROS = new Uint8Array(64 * 1024);

/**
 * The content that a file gets: that of `base` with the ranges replaced by those of `sent`, in their order, and zeros
 * where neither reaches. Both are read once, as the result is.
 * @throws AppError `incomplete_body` if `sent` is not as long as the ranges
 */
export async function* compose(
  base: Bytes,
  sent: Bytes,
  { ranges, total }: RangePlan,
): AsyncGenerator<Uint8Array, void, undefined> {
  const kept = createReader(base);
  const replacing = createReader(sent);
  try {
    let at = 0;
    let replaced = 0;
    for (const { start, end } of [...ranges, { start: total, end: total }]) {
      if (start > at) {
        await skip(kept.take(replaced));
        replaced = 0;
        yield* filled(kept.take(start - at), start - at);
      }
      if ((yield* counted(replacing.take(end - start))) < end - start)
        throw new AppError("incomplete_body");
      replaced += end - start;
      at = end;
    }
    if ((await skip(replacing.take(1))) > 0) throw new AppError("incomplete_body");
  } finally {
    await Promise.all([kept.close(), replacing.close()]);
  }
}

/** Reads a stream in parts of given lengths; a part is shorter where the stream ends. */
function createReader(stream: Bytes) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async *take(bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
      for (let left = bytes; left > 0;) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done === true) return;
          rest = next.value;
        }
        const part = rest.subarray(0, left);
        rest = rest.subarray(part.length);
        left -= part.length;
        yield part;
      }
    },
    close: () => chunks.return?.(),
  };
}

/** Passes chunks on and returns how many bytes they were. */
async function* counted(chunks: Bytes): AsyncGenerator<Uint8Array, number, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    yield chunk;
  }
  return bytes;
}

/** Passes chunks on, and zeros until there were so many bytes. */
async function* filled(chunks: Bytes, bytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  let left = bytes - (yield* counted(chunks));
  for (; left > ZEROS.length; left -= ZEROS.length) yield ZEROS;
  if (left > 0) yield ZEROS.subarray(0, left);
}

async function skip(chunks: Bytes): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  return bytes;
}
