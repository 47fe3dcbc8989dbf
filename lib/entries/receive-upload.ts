import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

import { AppError } from "@/lib/errors";

import type { UploadLimits } from "./blob-store";

/**
 * Writes an upload to a new file and hashes it on the way; with `durable` it is on the disk when this returns.
 * Answers SHA-256 and size in bytes (spec 5.9).
 * @throws AppError `incomplete_body`, `file_too_large` or `checksum_mismatch`, or what the disk says; the file
 * is then left to the caller.
 */
export async function receiveUpload(
  body: AsyncIterable<Uint8Array> | null,
  file: string,
  limits: UploadLimits,
  { durable }: { durable: boolean },
): Promise<{ hash: Buffer; size: number }> {
  const hasher = createHash("sha256");
  let size = 0;
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of untilBroken(body ?? [])) {
      size += chunk.length;
      if (size > limits.maxBytes) throw new AppError("file_too_large");
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

// A body that fails is a client that went away, unlike a failure of our disk.
async function* untilBroken(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  try {
    yield* body;
  } catch {
    throw new AppError("incomplete_body");
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done);
    done += bytesWritten;
  }
}
