import { presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import type { UploadLimits } from "./blob-store";
import { countWritten } from "./count-bytes";
import { requireWhole, type Upload } from "./put-file";
import { type FoundFile, requireFile } from "./read-file";
import { receiveSmall, SMALL_BYTES } from "./small-content";
import { type ComposeInput, writeComposed } from "./write-composed";

// Other processes append too; in this one they follow one another.
const MAX_ATTEMPTS = 10;
const NEVER = new AbortController().signal;

type Options = {
  /** The length and the SHA-256 of the body, where the request has them. */
  declared: number | null;
  hash: Buffer | null;
  ifMatch: string[] | null;
  count: (bytes: number) => Promise<void>;
};

/** What is appended, which can be read again. */
type Part = {
  size: number;
  read: () => AsyncIterable<Uint8Array>;
  discard: () => Promise<void>;
};

/** Adds the request's body to the end of a file, which is created if there is none (spec 5.31). @throws AppError */
export async function appendToFile(
  ctx: FilesystemContext,
  input: ComposeInput,
  upload: Upload,
  options: Options,
) {
  const limits = await limitsOf(ctx, input, options);
  const part = await receivePart(ctx, upload, limits);
  try {
    const key = `${ctx.filesystemId}${input.path}`;
    const written = await inTurn(key, () => append(ctx, input, part, options));
    countWritten(ctx, part.size);
    return written;
  } finally {
    await part.discard();
  }
}

/** Checks what the commit checks again, before the first byte. */
async function limitsOf(
  ctx: FilesystemContext,
  { path, parents }: ComposeInput,
  { declared, hash, ifMatch }: Options,
): Promise<UploadLimits> {
  const { putGuard, settings } = ctx.services;
  const size = (await findBase(ctx, path))?.size ?? 0;
  const credential = presentedBy(ctx.actor);
  const put = { path, parents, if_match: ifMatch, if_none_match: null, credential };
  const total = declared === null ? null : size + declared;
  const room = await putGuard.beforeBody(ctx.filesystemId, put, total);
  return {
    expectedBytes: declared,
    expectedHash: hash,
    maxBytes: settings.maxFileBytes - size,
    room: room === null ? null : { ...room, bytes: Math.max(0, room.bytes - size) },
    idleMs: settings.uploadIdleMs,
  };
}

async function receivePart(
  { services }: FilesystemContext,
  upload: Upload,
  limits: UploadLimits,
): Promise<Part> {
  if (limits.expectedBytes !== null && limits.expectedBytes <= SMALL_BYTES) {
    const { content, size } = await receiveSmall(upload.body, limits);
    requireWhole(upload);
    return { size, read: () => once(content), discard: () => Promise.resolve() };
  }
  const staged = await services.blobs.stage(upload.body, limits);
  if (upload.signal.aborted) await staged.discard();
  requireWhole(upload);
  return staged;
}

async function append(
  ctx: FilesystemContext,
  input: ComposeInput,
  part: Part,
  { ifMatch, count }: Options,
) {
  const limit = ctx.services.settings.maxFileBytes;
  for (let attempt = 1; ; attempt++) {
    const base = await findBase(ctx, input.path);
    const start = base?.size ?? 0;
    const total = start + part.size;
    if (ifMatch !== null && !matches(ifMatch, base)) throw new AppError("precondition_failed");
    if (total > limit) throw new AppError("file_too_large", { limit });
    if (attempt === 1) await count(total);
    const plan = { ranges: part.size === 0 ? [] : [{ start, end: total }], total };
    const again = { body: part.read(), signal: NEVER };
    try {
      return await writeComposed(ctx, input, base, { plan, hash: null, upload: again });
    } catch (error) {
      const isLate = error instanceof AppError && error.code === "precondition_failed";
      if (!isLate || ifMatch !== null) throw error;
      if (attempt === MAX_ATTEMPTS) throw new AppError("unavailable");
    }
  }
}

/** The file to append to; null if there is none. @throws AppError if something else is there */
async function findBase(ctx: FilesystemContext, path: string): Promise<FoundFile | null> {
  try {
    return await requireFile(ctx, path);
  } catch (error) {
    if (error instanceof AppError && error.code === "path_not_found") return null;
    throw error;
  }
}

const matches = (tags: string[], base: FoundFile | null) =>
  base !== null && (tags.includes("*") || tags.includes(base.etag));

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

const turns = new Map<string, Promise<unknown>>();

/** Runs `work` once all earlier work of the same key has ended. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
