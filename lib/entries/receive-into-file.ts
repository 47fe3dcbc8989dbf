import { type FileHandle, open } from "node:fs/promises";

import type { UploadLimits } from "./blob-store";
import { receiveUpload } from "./receive-upload";

/** `durable`: synced to disk once received. `beforeWrite` may throw to refuse more bytes. */
type Options = { durable: boolean; beforeWrite?: () => Promise<void> };

/**
 * Writes an upload to a new file. Returns SHA-256 and size in bytes (spec 5.9).
 * @throws AppError as `receiveUpload`, or the disk's error; the caller removes the file
 */
export async function receiveIntoFile(
  body: AsyncIterable<Uint8Array> | null,
  file: string,
  limits: UploadLimits,
  { durable, beforeWrite }: Options,
): Promise<{ hash: Buffer; size: number }> {
  const handle = await open(file, "wx", 0o600);
  try {
    const received = await receiveUpload(body, limits, async (chunk) => {
      await beforeWrite?.();
      await writeAll(handle, chunk);
    });
    if (durable) await handle.sync();
    return received;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done);
    done += bytesWritten;
  }
}
