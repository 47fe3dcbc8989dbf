import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";

import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

import { removeLeftovers, temporaryName } from "./leftovers";

/** What an upload promised of itself; null is not promised. Sizes in bytes, the hash is SHA-256. */
export type UploadLimits = {
  expectedBytes: number | null;
  maxBytes: number;
  expectedHash: Buffer | null;
};

/** Where the contents of files live, addressed by their SHA-256. Inclusive ranges of bytes. */
export type BlobStore = {
  write(
    body: AsyncIterable<Uint8Array> | null,
    limits: UploadLimits,
  ): Promise<{ hash: Buffer; size: number }>;
  read(
    hash: Buffer,
    range?: { start: number; end: number },
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  check(): Promise<void>;
};

const CHUNK = 64 * 1024;

/**
 * A blob store in a directory of this machine: `ab/cdef…`, written beside it in `tmp/` and renamed when complete
 * and on the disk. Removes what uploads of processes that crashed left behind.
 * Its `write` throws AppError `incomplete_body`, `file_too_large`, `checksum_mismatch` or, when the disk refuses,
 * `unavailable`, and then leaves nothing (contract, section 5 "PUT").
 */
export async function createLocalBlobStore(directory: string): Promise<BlobStore> {
  const temporary = path.join(directory, "tmp");
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await removeLeftovers(temporary);
  const place = (hash: Buffer) => {
    const hex = hash.toString("hex");
    return path.join(directory, hex.slice(0, 2), hex.slice(2));
  };
  return {
    async write(body, limits) {
      const file = path.join(temporary, temporaryName());
      try {
        const received = await receive(body ?? [], file, limits);
        await publish(file, place(received.hash));
        return received;
      } catch (error) {
        await rm(file, { force: true });
        if (error instanceof AppError) throw error;
        log.error({ code: codeOf(error) }, "the blob store cannot write");
        throw new AppError("unavailable");
      }
    },
    async read(hash, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      return streamOf(await open(place(hash)), range);
    },
    check: () => access(temporary, constants.R_OK | constants.W_OK),
  };
}

async function receive(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
  limits: UploadLimits,
) {
  const hasher = createHash("sha256");
  let size = 0;
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of untilBroken(body)) {
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
    await handle.sync();
    return { hash, size };
  } finally {
    await handle.close();
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : String(error);

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

// A blob that exists already is replaced by its like: its age is new then, and who reads the old one keeps it.
async function publish(file: string, target: string): Promise<void> {
  const directory = path.dirname(target);
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  await rename(file, target);
  await syncDirectory(directory);
  if (made !== undefined) await syncDirectory(path.dirname(directory));
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Read only as fast as the receiver takes it: one chunk at a time, none ahead.
function streamOf(handle: FileHandle, { start, end }: { start: number; end: number }) {
  let position = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const wanted = Math.min(CHUNK, end + 1 - position);
        const { bytesRead, buffer } = await handle.read(
          new Uint8Array(wanted),
          0,
          wanted,
          position,
        );
        position += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && position <= end) return;
        await handle.close();
        controller.close();
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  );
}
