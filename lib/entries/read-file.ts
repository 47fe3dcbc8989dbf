import { accessOf, type FilesystemContext } from "@/lib/auth/context";
import { endWhenLost } from "@/lib/auth/end-when-lost";
import type { FileInfo } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { countRead } from "./count-bytes";
import { type Outcome, unwrapOutcome } from "./outcome";

type Range = { start: number; end: number };

/** Takes a slot for what is streamed and resolves to what frees it. */
export type Hold = () => Promise<() => void>;

/**
 * A readable file; `open` returns it or an inclusive range, as of the look-up; it ends when access is lost. Content
 * that has to be streamed takes a slot of `hold`.
 */
export type ReadableFile = {
  path: string;
  size: number;
  etag: string;
  /** Null for a content, which is none of one file. */
  modifiedAt: Date | null;
  open(
    range?: Range,
    hold?: Hold,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>>;
};

type Found = {
  type: FileInfo["type"];
  size: number;
  etag: string;
  modified_at: Date;
  blob_hash: Uint8Array | null;
  bytes: Uint8Array<ArrayBuffer> | null;
};

/** A file as it was found, with its content if that is small. */
export type FoundFile = Omit<Found, "blob_hash"> & { blob_hash: Uint8Array };

/**
 * The file at a path.
 * @throws AppError `path_not_found`, `not_a_directory`, `is_directory`, `is_symlink` or `is_special`.
 */
export async function requireFile(ctx: FilesystemContext, path: string): Promise<FoundFile> {
  const { blob_hash, ...found } = await find(ctx, path);
  if (found.type === "directory") throw new AppError("is_directory");
  if (found.type === "special") throw new AppError("is_special");
  if (blob_hash === null) throw new AppError("is_symlink");
  return { ...found, blob_hash };
}

/** The file at a path (spec 5.8). @throws AppError as `requireFile` */
export async function readFile(
  ctx: FilesystemContext,
  { path }: { path: string },
): Promise<ReadableFile> {
  const { size, etag, modified_at, blob_hash, bytes } = await requireFile(ctx, path);
  return {
    path,
    size,
    etag,
    modifiedAt: modified_at,
    open: opening(ctx, Buffer.from(blob_hash), bytes),
  };
}

/** Opens a content: its bytes if it is small, else the blob with this hash. */
export function opening(
  ctx: FilesystemContext,
  hash: Buffer,
  bytes: Uint8Array<ArrayBuffer> | null,
): ReadableFile["open"] {
  const { accessWatch, blobs } = ctx.services;
  const count = (read: number) => countRead(ctx, read);
  return async (range, hold) => {
    if (bytes === null) {
      const watch = (end: () => void) => accessWatch.watch(accessOf(ctx, "ro"), end);
      const release = (await hold?.()) ?? (() => undefined);
      try {
        return endWhenLost(await blobs.read(hash, range), watch, count, release);
      } catch (error) {
        release();
        throw error;
      }
    }
    const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    count(part.length);
    return part;
  };
}

// One statement, so that no sweep comes between the entry and its content.
async function find({ filesystemId, services }: FilesystemContext, path: string): Promise<Found> {
  return unwrapOutcome(
    await services.sql<Found & Outcome>`
      SELECT f.code, (f.entry).type, (f.entry).size::float8, (f.entry).etag, (f.entry).modified_at,
        (f.entry).blob_hash, c.bytes
      FROM entry_find(${filesystemId}, ${path}) f
      LEFT JOIN content c ON c.filesystem_id = ${filesystemId} AND c.hash = (f.entry).blob_hash`,
  );
}
