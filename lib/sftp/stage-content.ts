import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import path from "node:path";

import { LIMITS } from "./limits";

/** Where contents under way are kept: a directory, how many bytes of them are in memory, and what all sessions have open. */
export type StageSpace = { directory: string; inMemory: number; open: number };

/** Bytes that are being written: in memory while they are few, then in a file without a name. */
export type StageContent = ReturnType<typeof createStageContent>;

const CHUNK = 1024 * 1024;

/** An empty content. Calls must not overlap. */
export function createStageContent(space: StageSpace) {
  let size = 0;
  let memory = Buffer.alloc(0);
  let file: FileHandle | null = null;
  const reserve = (bytes: number) => {
    const grown = Buffer.alloc(bytes);
    memory.copy(grown, 0, 0, Math.min(size, bytes));
    space.inMemory += bytes - memory.length;
    memory = grown;
  };
  const fits = (end: number) =>
    file === null &&
    end <= LIMITS.contentInMemory &&
    (end <= memory.length || space.inMemory + end <= LIMITS.contentsInMemory);
  const spill = async () => {
    if (file !== null) return file;
    file = await openNameless(space.directory);
    await writeAll(file, memory.subarray(0, size), 0);
    reserve(0);
    return file;
  };
  return {
    size: () => size,
    async read(offset: number, length: number): Promise<Buffer> {
      const bytes = Math.max(0, Math.min(length, size - offset));
      if (file === null) return Buffer.from(memory.subarray(offset, offset + bytes));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
      return buffer.subarray(0, bytesRead);
    },
    async write(offset: number, data: Uint8Array): Promise<void> {
      const end = offset + data.length;
      if (fits(end)) {
        if (end > memory.length)
          reserve(Math.min(LIMITS.contentInMemory, Math.max(end, memory.length * 2)));
        if (offset > size) memory.fill(0, size, offset);
        memory.set(data, offset);
      } else await writeAll(await spill(), data, offset);
      size = Math.max(size, end);
    },
    async truncate(length: number): Promise<void> {
      if (fits(length)) {
        if (length > memory.length) reserve(length);
        memory.fill(0, Math.min(length, size), Math.max(length, size));
      } else await (await spill()).truncate(length);
      size = length;
    },
    /** The whole content, as a request's body. */
    body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
      if (size === 0) return null;
      if (file === null) return new Blob([memory.subarray(0, size)]).stream();
      return streamOf(file, size);
    },
    async close(): Promise<void> {
      reserve(0);
      await file?.close();
      file = null;
    },
  };
}

// Without a name it is gone with the process, however that ends.
async function openNameless(directory: string): Promise<FileHandle> {
  const name = path.join(directory, randomUUID());
  const file = await open(name, "wx+", 0o600);
  await rm(name);
  return file;
}

function streamOf(file: FileHandle, size: number) {
  let at = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const chunk = new Uint8Array(Math.min(CHUNK, size - at));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
        if (at >= size || bytesRead === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}
