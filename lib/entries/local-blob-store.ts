import { constants, createReadStream } from "node:fs";
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";

import { AppError, errorCodeOf } from "@/lib/errors";
import { log } from "@/lib/log";

import { type Area, BlobMissingError, type BlobStore, type ListedBlob } from "./blob-store";
import { createFreeSpace } from "./free-space";
import { removeOrphanedUploads, temporaryName } from "./orphaned-uploads";
import { receiveIntoFile } from "./receive-into-file";
import { unlessMissing } from "./unless-missing";

const CHUNK = 64 * 1024;

/**
 * A blob store in a local directory: `ab/cdef…`, staged in `tmp/`, then synced and renamed. Removes staging
 * files of crashed processes. Refuses uploads that would leave less than `minFreeBytes` free.
 */
export async function createLocalBlobStore(
  directory: string,
  minFreeBytes: number,
): Promise<BlobStore> {
  const temporary = path.join(directory, "tmp");
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await removeOrphanedUploads(temporary);
  const refuseWhenFull = createFreeSpace(directory, minFreeBytes);
  const root = { blobs: directory, trash: path.join(directory, "trash") };
  const location = (area: Area, hash: Buffer) => {
    const hex = hash.toString("hex");
    return path.join(root[area], hex.slice(0, 2), hex.slice(2));
  };
  return {
    refuseWhenFull,
    async stage(body, limits) {
      const file = path.join(temporary, temporaryName());
      const discard = () => rm(file, { force: true });
      try {
        await refuseWhenFull();
        const received = await receiveIntoFile(body, file, limits, {
          durable: true,
          beforeWrite: refuseWhenFull,
        });
        const target = location("blobs", received.hash);
        const read = () => createReadStream(file);
        return { ...received, read, publish: () => publish(file, target), discard };
      } catch (error) {
        await discard();
        throw asRefusal(error);
      }
    },
    async read(hash, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      // The blob may be moved between the checks, in either direction.
      for (const area of ["blobs", "trash", "blobs"] as const) {
        const handle = await unlessMissing(open(location(area, hash)));
        if (handle !== null) return streamOf(handle, range);
      }
      throw new BlobMissingError("a blob is missing");
    },
    check: () => access(temporary, constants.R_OK | constants.W_OK),
    list: (area, after) => listDirectory(root[area], after),
    async move(hash, to, now) {
      const from = location(to === "trash" ? "blobs" : "trash", hash);
      const target = location(to, hash);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await unlessMissing(rename(from, target).then(() => utimes(target, now, now)));
    },
    remove: (hash) => rm(location("trash", hash), { force: true }),
    owner: () => unlessMissing(readFile(path.join(directory, "owner"), "utf8")),
    own: (owner) => writeFile(path.join(directory, "owner"), owner, { mode: 0o600 }),
  };
}

// A page is one of the 256 directories; its two digits are the position.
async function listDirectory(directory: string, after: string | null) {
  const names = ((await unlessMissing(readdir(directory))) ?? []).toSorted();
  const next = names.find((name) => /^[0-9a-f]{2}$/.test(name) && name > (after ?? ""));
  if (next === undefined) return { blobs: [], next: null };
  const blobs: ListedBlob[] = [];
  for (const name of (await readdir(path.join(directory, next))).toSorted()) {
    if (!/^[0-9a-f]{62}$/.test(name)) continue;
    const found = await unlessMissing(stat(path.join(directory, next, name)));
    if (found !== null) blobs.push({ hash: Buffer.from(next + name, "hex"), since: found.mtime });
  }
  return { blobs, next };
}

// An existing blob is replaced by an identical one, which refreshes its age; open readers keep the old one.
async function publish(file: string, target: string): Promise<void> {
  try {
    const directory = path.dirname(target);
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    await rename(file, target);
    await syncDirectory(directory);
    if (made !== undefined) await syncDirectory(path.dirname(directory));
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  log.error({ code: errorCodeOf(error) ?? String(error) }, "failed to write to the blob store");
  return new AppError("unavailable");
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// One chunk at a time, no read-ahead, to follow the client's pace.
function streamOf(handle: FileHandle, { start, end }: { start: number; end: number }) {
  let position = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const requested = Math.min(CHUNK, end + 1 - position);
        const { bytesRead, buffer } = await readOrClose(handle, requested, position);
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

async function readOrClose(handle: FileHandle, bytes: number, position: number) {
  try {
    return await handle.read(new Uint8Array(bytes), 0, bytes, position);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
