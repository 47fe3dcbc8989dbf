import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

import type { StagedBlob } from "./blob-store";
import type { PutRequest } from "./check-put";
import { contentTag, strongTags, weakTags } from "./etags";
import { unwrapOutcome } from "./outcome";
import { trashUnused } from "./sweep-blobs";

type Input = { path: string; parents: boolean; mode?: number | undefined };

/**
 * Writes the request's body to a file atomically (spec 5.9). Refuses before the first byte where possible;
 * the content of a refused upload is not kept.
 * @returns the FileInfo, whether the file is new, and the cursor of its event
 * @throws AppError of the upload (`incomplete_body`, `file_too_large`, `checksum_mismatch`, `storage_full`,
 * `unavailable`), of the tree, the quotas or the preconditions, or `no_grant` if access was lost meanwhile
 */
export async function putFile(
  ctx: FilesystemContext,
  input: Input,
  { headers, body, signal }: Pick<Request, "headers" | "body" | "signal">,
) {
  const { blobs, putGuard, settings } = ctx.services;
  const expectedBytes = readLength(headers, settings.maxFileBytes);
  const expectedHash = readHash(headers);
  const put = {
    path: input.path,
    parents: input.parents,
    if_match: strongTags(headers.get("if-match")),
    if_none_match: weakTags(headers.get("if-none-match")),
    credential: ctx.actor.credential,
  };
  const staged = await blobs.stage(body, {
    expectedBytes,
    maxBytes: settings.maxFileBytes,
    roomBytes: await putGuard.beforeBody(ctx.filesystemId, put, expectedBytes),
    expectedHash,
    idleMs: settings.uploadIdleMs,
  });
  try {
    // A connection that broke before its body was opened reads as an empty body.
    if (signal.aborted) throw new AppError("incomplete_body");
    const { cursor, created, info } = await commit(
      ctx,
      { ...put, mode: input.mode ?? null },
      staged,
    );
    ctx.services.usage.wrote(ctx.filesystemId, staged.size);
    return { cursor, created, info };
  } finally {
    await staged.discard();
  }
}

async function commit(
  { filesystemId, actor, services }: FilesystemContext,
  put: PutRequest & { mode: number | null },
  staged: StagedBlob,
) {
  const { hash, size } = staged;
  const leave = await services.putGuard.beforePublish(filesystemId, put, size);
  try {
    await staged.publish();
    const outcome = await services.commitPut(filesystemId, {
      ...put,
      etag: contentTag(hash),
      size,
      hash: hash.toString("hex"),
      origin: originOf(actor),
    });
    if (outcome.code !== null) {
      services.putGuard.refused(filesystemId);
      await trashUnused(services, hash, new Date()).catch((error: unknown) =>
        log.warn({ err: error }, "failed to trash the content of a refused upload"),
      );
    }
    return unwrapOutcome([outcome]);
  } finally {
    leave();
  }
}

// A declared length is checked before the first byte; otherwise bytes are counted as they arrive.
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
