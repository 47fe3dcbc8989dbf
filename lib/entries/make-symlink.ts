import { createHash } from "node:crypto";

import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";

import { contentTag } from "./etags";
import { unwrapOutcome, type Outcome } from "./outcome";

type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Creates a symbolic link. `target` is any text and never followed; etag and size (bytes) are those of the
 * text (spec 5.18).
 * @throws AppError with one of the codes of `api.entries.symlink`.
 */
export async function makeSymlink(
  ctx: FilesystemContext,
  { target, path }: { target: string; path: string },
) {
  const etag = contentTag(createHash("sha256").update(target).digest());
  const { cursor, info } = unwrapOutcome(
    await ctx.services.writeEntries(ctx.filesystemId)<Row>`
      SELECT code, cursor::text, info
      FROM entry_symlink(${ctx.filesystemId}, ${target}, ${path}, ${etag}, ${originOf(ctx.actor)})`,
  );
  return { cursor, info };
}
