import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { BlobMissingError } from "./blob-store";
import { type Outcome, unwrapOutcome } from "./outcome";
import { opening, type ReadableFile } from "./read-file";

type Found = Outcome & {
  hash: Uint8Array;
  size: number;
  bytes: Uint8Array<ArrayBuffer> | null;
};

/**
 * A content that files of the filesystem have, or had within the last hour, by its entity tag without the quotes (spec
 * 5.37). @throws AppError `content_not_found`
 */
export async function readContent(
  ctx: FilesystemContext,
  { etag }: { etag: string },
): Promise<ReadableFile> {
  const { hash, size, bytes } = unwrapOutcome(
    await ctx.services.sql<Found>`
      SELECT code, hash, size::float8, bytes FROM content_find(${ctx.filesystemId}, decode(${etag}, 'hex'))`,
  );
  const open = opening(ctx, Buffer.from(hash), bytes);
  return {
    path: `/${etag}`,
    size,
    etag: `"${etag}"`,
    modifiedAt: null,
    open: (range, hold) => open(range, hold).catch(whenSwept),
  };
}

/** Who lost it last may have done so just as the sweep looked. */
function whenSwept(error: unknown): never {
  throw error instanceof BlobMissingError ? new AppError("content_not_found") : error;
}
