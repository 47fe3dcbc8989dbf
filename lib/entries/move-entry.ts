import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";

import { strongTags } from "./etags";
import { accept, type Outcome } from "./outcome";

type Input = {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  if_match?: string | undefined;
};
type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Moves an entry with all below it, never into itself and never over a directory that holds something
 * (spec 5.15). Onto itself it changes nothing; the cursor is the head then.
 * @throws AppError with one of the codes of `api.entries.move`.
 */
export async function moveEntry(ctx: FilesystemContext, input: Input) {
  const { from, to, overwrite, parents } = input;
  const { cursor, info } = accept(
    await ctx.services.db.$queryRaw<Row[]>`
      SELECT code, cursor::text, info
      FROM entry_move(${ctx.filesystemId}, ${from}, ${to}, ${overwrite}, ${parents},
        ${strongTags(input.if_match)}::text[], ${originOf(ctx.actor)})`,
  );
  ctx.services.hintChanges();
  return { cursor, info };
}
