import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

import { AppError } from "@/lib/errors";

import type { UploadLimits } from "./blob-store";

/** `durable`: synced to disk once received. `beforeWrite` may throw to refuse more bytes. */
type Options = { durable: boolean; beforeWrite?: () => Promise<void> };

/**
 * Writes an upload to a new file while hashing it. Returns SHA-256 and size in bytes (spec 5.9).
 * @throws AppError `incomplete_body`, also after `idleMs` without a byte, `file_too_large`, `byte_quota_exceeded` or
 * `checksum_mismatch`, or the disk's error; the caller removes the file
 */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array> | null,
  file: string,
  limits: UploadLimits,
  { durable, beforeWrite }: Options,
): Promise<{ hash: Buffer; size: number }> {
  const hasher = createHash("sha256");
  let size = 0;
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of untilBroken(body ?? nothing(), limits.idleMs)) {
      size += chunk.length;
      if (size > limits.maxBytes) throw new AppError("file_too_large");
      if (limits.roomBytes !== null && size > limits.roomBytes)
        throw new AppError("byte_quota_exceeded");
      await beforeWrite?.();
      hasher.update(chunk);
      await writeAll(handle, chunk);
    }
    if (limits.expectedBytes !== null && size !== limits.expectedBytes)
      throw new AppError("incomplete_body");
    const hash = hasher.digest();
    if (limits.expectedHash !== null && !hash.equals(limits.expectedHash))
      throw new AppError("checksum_mismatch");
    if (durable) await handle.sync();
    return { hash, size };
  } finally {
    await handle.close();
  }
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

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done);
    done += bytesWritten;
  }
}
