import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import { unwrapOutcome, type Outcome } from "./outcome";

type Input = { path: string; recursive: boolean; ifMatch: string | null };
type Row = Outcome & { cursor: string };

/**
 * Deletes an entry; with `recursive`, a directory and everything below it (spec 5.11).
 * @throws AppError `root_forbidden`, `path_not_found`, `not_a_directory`, `directory_not_empty` or
 * `precondition_failed`.
 */
export async function deleteEntry(ctx: FilesystemContext, { path, recursive, ifMatch }: Input) {
  const { cursor } = unwrapOutcome(
    await ctx.services.writeEntries(ctx.filesystemId)<Row>`
      SELECT code, cursor::text
      FROM entry_delete(${ctx.filesystemId}, ${path}, ${recursive}, ${strongTags(ifMatch)}::text[], ${originOf(ctx.actor)})`,
  );
  return { cursor };
}
