import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { contentTag, strongTags, weakTags } from "./etags";
import { accept } from "./outcome";

type Input = { path: string; parents: boolean; mode?: number | undefined };

/**
 * Writes the request's body to a file and commits it in one step (spec 5.9). Answers the
 * FileInfo, whether the file is new, and the cursor of its event.
 * @throws AppError of the upload (`incomplete_body`, `file_too_large`, `checksum_mismatch`, `unavailable`), of the
 * tree, the quotas or the preconditions, or `no_grant` when access was lost while the body came in.
 */
export async function putFile(
  ctx: FilesystemContext,
  { path, parents, mode }: Input,
  { headers, body, signal }: Pick<Request, "headers" | "body" | "signal">,
) {
  const { hash, size } = await ctx.services.blobs.write(body, {
    expectedBytes: readLength(headers, ctx.services.settings.maxFileBytes),
    maxBytes: ctx.services.settings.maxFileBytes,
    expectedHash: readHash(headers),
  });
  // A connection that broke before its body was opened reads as an empty one.
  if (signal.aborted) throw new AppError("incomplete_body");
  const outcome = await ctx.services.commitPut(ctx.filesystemId, {
    path,
    parents,
    mode: mode ?? null,
    etag: contentTag(hash),
    size,
    hash: hash.toString("hex"),
    if_match: strongTags(headers.get("if-match")),
    if_none_match: weakTags(headers.get("if-none-match")),
    origin: originOf(ctx.actor),
    credential: ctx.actor.credential,
  });
  const { cursor, created, info } = accept([outcome]);
  ctx.services.usage.wrote(ctx.filesystemId, size);
  ctx.services.hintChanges();
  return { cursor, created, info };
}

// Too much is refused before its first byte; a body without a length is counted while it comes.
function readLength(headers: Headers, maxBytes: number): number | null {
  const length = headers.get("content-length");
  if (length === null) return null;
  if (Number(length) > maxBytes) throw new AppError("file_too_large");
  return Number(length);
}

function readHash(headers: Headers): Buffer | null {
  const hex = headers.get("x-content-sha256");
  if (hex === null) return null;
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new AppError("checksum_mismatch");
  return Buffer.from(hex, "hex");
}
