import { presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";

import { compose } from "./compose";
import type { RangePlan } from "./content-range";
import { storeFile, type Upload } from "./put-file";
import type { FoundFile } from "./read-file";
import type { Stamp } from "./tree-change";
import type { Shown } from "./write-entry";

export type ComposeInput = Stamp &
  Shown & { path: string; parents: boolean; mode?: number | undefined };

/** What to make of the base; `hash` is the SHA-256 that the result has to have, or null. */
type Wanted = { plan: RangePlan; hash: Buffer | null; upload: Upload };

/**
 * Writes a file whose content is that of `base` with some of it replaced, if it still is what was found; null: nothing.
 * @throws AppError as `putFile`, `precondition_failed` if the file changed meanwhile
 */
export async function writeComposed(
  ctx: FilesystemContext,
  input: ComposeInput,
  base: FoundFile | null,
  { plan, hash, upload }: Wanted,
) {
  const { putGuard, settings } = ctx.services;
  const put = {
    ...input,
    mode: input.mode ?? null,
    if_match: base === null ? null : [base.etag],
    if_none_match: base === null ? ["*"] : null,
    credential: presentedBy(ctx.actor),
  };
  const limits = {
    expectedBytes: plan.total,
    expectedHash: hash,
    maxBytes: settings.maxFileBytes,
    room: await putGuard.beforeBody(ctx.filesystemId, put, plan.total),
    idleMs: settings.uploadIdleMs,
  };
  const source = { failure: null as unknown };
  const body = compose(noting(source, contentOf(ctx, base)), upload.body ?? none(), plan);
  try {
    return await storeFile(ctx, put, limits, { body, signal: upload.signal });
  } catch (error) {
    // For the upload a body that fails is a caller that left.
    throw source.failure ?? error;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

async function* contentOf({ services }: FilesystemContext, base: FoundFile | null) {
  if (base === null || base.size === 0) return;
  if (base.bytes !== null) yield base.bytes;
  else yield* await services.blobs.read(Buffer.from(base.blob_hash));
}

async function* noting(source: { failure: unknown }, chunks: AsyncIterable<Uint8Array>) {
  try {
    yield* chunks;
  } catch (error) {
    source.failure = error;
    throw error;
  }
}
