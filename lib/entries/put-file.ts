import { presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";

import type { StagedBlob, UploadLimits } from "./blob-store";
import type { PutRequest } from "./check-put";
import { countWritten } from "./count-bytes";
import { contentTag, strongTags, weakTags } from "./etags";
import { unwrapOutcome } from "./outcome";
import { receiveSmall, SMALL_BYTES } from "./small-content";
import { trashUnused } from "./sweep-blobs";
import type { Stamp } from "./tree-change";
import { sign, type Shown } from "./write-entry";

type Input = Stamp & Shown & { path: string; parents: boolean; mode?: number | undefined };
type Wanted = PutRequest & Stamp & Shown & { mode: number | null };

/** A content on its way; `signal` fires when its sender leaves. */
export type Upload = { body: AsyncIterable<Uint8Array> | null; signal: AbortSignal };

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
  const { putGuard, settings } = ctx.services;
  const expectedBytes = readLength(headers, settings.maxFileBytes);
  const put = {
    ...input,
    mode: input.mode ?? null,
    if_match: strongTags(headers.get("if-match")),
    if_none_match: weakTags(headers.get("if-none-match")),
    credential: presentedBy(ctx.actor),
  };
  const limits = {
    expectedBytes,
    expectedHash: readHash(headers),
    maxBytes: settings.maxFileBytes,
    room: await putGuard.beforeBody(ctx.filesystemId, put, expectedBytes),
    idleMs: settings.uploadIdleMs,
  };
  const { size, ...written } = await storeFile(ctx, put, limits, { body, signal });
  countWritten(ctx, size);
  return written;
}

/** Stores a content and writes its entry. A `put` was checked by `putGuard.beforeBody`. @throws AppError as `putFile` */
export async function storeFile(
  ctx: FilesystemContext,
  put: Wanted,
  limits: UploadLimits,
  upload: Upload,
) {
  const { expectedBytes } = limits;
  const { outcome, size } =
    expectedBytes !== null && expectedBytes <= SMALL_BYTES
      ? await putSmall(ctx, put, limits, upload)
      : await putBlob(ctx, put, limits, upload);
  const { cursor, created, info } = unwrapOutcome([outcome]);
  return { cursor, created: created === true, info, size };
}

// A refusal stores nothing, as entry and content are one transaction.
async function putSmall(ctx: FilesystemContext, put: Wanted, limits: UploadLimits, upload: Upload) {
  await ctx.services.blobs.refuseWhenFull();
  const { content, ...received } = await receiveSmall(upload.body, limits);
  requireWhole(upload);
  const outcome = await commit(ctx, put, received, content.toString("base64"));
  return { outcome, size: received.size };
}

async function putBlob(ctx: FilesystemContext, put: Wanted, limits: UploadLimits, upload: Upload) {
  const staged = await ctx.services.blobs.stage(upload.body, limits);
  try {
    requireWhole(upload);
    return { outcome: await publish(ctx, put, staged), size: staged.size };
  } finally {
    await staged.discard();
  }
}

/** A connection that broke before its body was opened reads as an empty body. @throws AppError `incomplete_body` */
export function requireWhole({ signal }: Pick<Upload, "signal">): void {
  if (signal.aborted) throw new AppError("incomplete_body");
}

async function publish(ctx: FilesystemContext, put: Wanted, staged: StagedBlob) {
  const { filesystemId, services } = ctx;
  const leave = await services.putGuard.beforePublish(filesystemId, put, staged.size);
  try {
    await staged.publish();
    const outcome = await commit(ctx, put, staged, null);
    if (outcome.code !== null) {
      services.putGuard.refused(filesystemId);
      await trashUnused(services, [staged.hash], new Date()).catch((error: unknown) =>
        log.warn({ err: error }, "failed to trash the content of a refused upload"),
      );
    }
    return outcome;
  } finally {
    leave();
  }
}

const commit = (
  ctx: FilesystemContext,
  { fields, ...put }: Wanted,
  { hash, size }: { hash: Buffer; size: number },
  content: string | null,
) => {
  const written = { etag: contentTag(hash), size, hash: hash.toString("hex"), content };
  const change = sign(ctx, { op: "put", ...put, ...written }, { fields });
  return ctx.services.writeEntry(ctx.filesystemId, change);
};

/** The declared length, which is checked before the first byte; without one bytes are counted as they arrive. */
export function readLength(headers: Headers, maxBytes: number): number | null {
  const length = headers.get("content-length");
  if (length === null) return null;
  if (Number(length) > maxBytes) throw new AppError("file_too_large", { limit: maxBytes });
  return Number(length);
}

/** The SHA-256 that the content is said to have. @throws AppError `checksum_mismatch` if it is none */
export function readHash(headers: Headers): Buffer | null {
  const hex = headers.get("x-content-sha256");
  if (hex === null) return null;
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new AppError("checksum_mismatch");
  return Buffer.from(hex, "hex");
}
