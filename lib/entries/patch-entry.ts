import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";

import { strongTags } from "./etags";
import { unwrapOutcome, type Outcome } from "./outcome";

type Input = {
  path: string;
  mode?: number | undefined;
  modified_at?: string | undefined;
  ifMatch: string | null;
};
type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Changes the mode or modification time (ISO 8601, UTC) of an entry; undefined keeps the current value. One
 * `updated` event, same etag (spec 5.10).
 * @throws AppError `path_not_found`, `not_a_directory` or `precondition_failed`.
 */
export async function patchEntry(ctx: FilesystemContext, input: Input) {
  const { path, mode = null, modified_at: time = null, ifMatch } = input;
  const { cursor, info } = unwrapOutcome(
    await ctx.services.writeEntries(ctx.filesystemId)<Row>`
      SELECT code, cursor::text, info
      FROM entry_patch(${ctx.filesystemId}, ${path}, ${mode}::int, ${time}::text::timestamptz,
        ${strongTags(ifMatch)}::text[], ${originOf(ctx.actor)})`,
  );
  return { cursor, info };
}
