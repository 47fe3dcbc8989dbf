import { randomUUID } from "node:crypto";
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
  const location = (area: Area, name: string) =>
    path.join(root[area], name.slice(0, 2), name.slice(2));
  const blobFile = (hash: Buffer) => location("blobs", hash.toString("hex"));
  const trashedFile = async (hash: Buffer) => {
    const file = location("trash", hash.toString("hex"));
    const { dir, base } = path.parse(file);
    const names = (await unlessMissing(readdir(dir))) ?? [];
    return path.join(dir, names.find((name) => name.startsWith(base)) ?? base);
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
        const target = blobFile(received.hash);
        const read = () => createReadStream(file);
        return { ...received, read, publish: () => publish(file, target), discard };
      } catch (error) {
        await discard();
        throw asRefusal(error);
      }
    },
    async read(hash, range = { start: 0, end: Number.MAX_SAFE_INTEGER }) {
      // The blob may be moved between the checks, in either direction.
      for (const find of [blobFile, trashedFile, blobFile]) {
        const handle = await unlessMissing(open(await find(hash)));
        if (handle !== null) return streamOf(handle, range);
      }
      throw new BlobMissingError("a blob is missing");
    },
    check: () => access(temporary, constants.R_OK | constants.W_OK),
    list: (area, after) => listDirectory(root[area], after),
    async trash(hash, now) {
      // Before it is there: what is looked at in the trash must not seem old.
      await unlessMissing(utimes(blobFile(hash), now, now));
      await move(blobFile(hash), location("trash", `${hash.toString("hex")}-${randomUUID()}`));
    },
    restore: ({ hash, name }) => move(location("trash", name), blobFile(hash)),
    remove: ({ name }) => rm(location("trash", name), { force: true }),
    owner: () => unlessMissing(readFile(path.join(directory, "owner"), "utf8")),
    own: (owner) => writeFile(path.join(directory, "owner"), owner, { mode: 0o600 }),
  };
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await unlessMissing(rename(from, to));
}

// A page is one of the 256 directories; its two digits are the position.
async function listDirectory(directory: string, after: string | null) {
  const names = ((await unlessMissing(readdir(directory))) ?? []).toSorted();
  const next = names.find((name) => /^[0-9a-f]{2}$/.test(name) && name > (after ?? ""));
  if (next === undefined) return { blobs: [], next: null };
  const blobs: ListedBlob[] = [];
  for (const name of (await readdir(path.join(directory, next))).toSorted()) {
    // In the trash an id follows the hash; what went there before that was so has none.
    const [, rest] = /^([0-9a-f]{62})(?:-.+)?$/.exec(name) ?? [];
    if (rest === undefined) continue;
    const found = await unlessMissing(stat(path.join(directory, next, name)));
    if (found === null) continue;
    blobs.push({ hash: Buffer.from(next + rest, "hex"), since: found.mtime, name: next + name });
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
