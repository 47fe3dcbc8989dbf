import { createHash } from "node:crypto";

import { AppError } from "@/lib/errors";

import type { UploadLimits } from "./blob-store";

/**
 * Reads an upload while hashing it, and passes every chunk to `take`. Returns SHA-256 and size in bytes (spec 5.9).
 * @throws AppError `incomplete_body`, also after `idleMs` without a byte, `file_too_large`, a quota's or
 * `checksum_mismatch`, or what `take` throws
 */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array> | null,
  limits: UploadLimits,
  take: (chunk: Uint8Array) => Promise<void> | void,
): Promise<{ hash: Buffer; size: number }> {
  const hasher = createHash("sha256");
  let size = 0;
  for await (const chunk of untilBroken(body ?? nothing(), limits.idleMs)) {
    size += chunk.length;
    if (size > limits.maxBytes) throw new AppError("file_too_large", { limit: limits.maxBytes });
    if (limits.room !== null && size > limits.room.bytes) throw new AppError(limits.room.code);
    hasher.update(chunk);
    await take(chunk);
  }
  if (limits.expectedBytes !== null && size !== limits.expectedBytes)
    throw new AppError("incomplete_body");
  const hash = hasher.digest();
  if (limits.expectedHash !== null && !hash.equals(limits.expectedHash))
    throw new AppError("checksum_mismatch");
  return { hash, size };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

// A failed or stalled body means the client disconnected, unlike a failure of our disk.
async function* untilBroken(body: AsyncIterable<Uint8Array>, idleMs: number) {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(idleMs, chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: it would wait for a pending read that may never end.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("upload stalled")), ms);
  });
  try {
    return await Promise.race([work, silence]);
  } catch {
    throw new AppError("incomplete_body");
  } finally {
    clearTimeout(timer);
  }
}
