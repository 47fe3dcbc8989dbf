import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import type { BlobStore } from "./blob-store";
import { countBytes } from "./count-bytes";
import { findEntry } from "./find-entry";

/** A readable file; `open` streams it or an inclusive range, as of the look-up, and counts the bytes read. */
export type ReadableFile = {
  path: string;
  size: number;
  etag: string;
  modifiedAt: Date;
  open(range?: { start: number; end: number }): ReturnType<BlobStore["read"]>;
};

/**
 * The file at a path (spec 5.8).
 * @throws AppError `path_not_found`, `not_a_directory`, `is_directory` or `is_symlink`.
 */
export async function readFile(
  ctx: FilesystemContext,
  { path }: { path: string },
): Promise<ReadableFile> {
  const { blobs, usage } = ctx.services;
  const { type, size, etag, modified_at, blob_hash } = await findEntry(ctx, path);
  if (type === "directory") throw new AppError("is_directory");
  if (blob_hash === null) throw new AppError("is_symlink");
  return {
    path,
    size,
    etag,
    modifiedAt: modified_at,
    open: async (range) =>
      countBytes(await blobs.read(Buffer.from(blob_hash), range), (bytes) =>
        usage.read(ctx.filesystemId, bytes),
      ),
  };
}
