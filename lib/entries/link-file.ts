import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";

import { unwrapOutcome, type Outcome } from "./outcome";

type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Creates a hard link `path` to the file at `target` (spec 5.17).
 * @throws AppError with one of the codes of `api.entries.link`.
 */
export async function linkFile(
  ctx: FilesystemContext,
  { target, path }: { target: string; path: string },
) {
  const { cursor, info } = unwrapOutcome(
    await ctx.services.writeEntries(ctx.filesystemId)<Row>`
      SELECT code, cursor::text, info FROM entry_link(${ctx.filesystemId}, ${target}, ${path}, ${originOf(ctx.actor)})`,
  );
  return { cursor, info };
}
