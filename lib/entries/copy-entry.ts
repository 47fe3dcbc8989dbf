import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

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
 * Copies an entry with all below it, by the rules of a move: contents are shared, names become nodes of their own
 * (spec 5.16). Onto itself it changes nothing; the cursor is the head then.
 * @throws AppError with one of the codes of `api.entries.copy`.
 */
export async function copyEntry(ctx: FilesystemContext, input: Input) {
  const { from, to, overwrite, parents } = input;
  const limit = ctx.services.settings.limits.copyEntries;
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT code, cursor::text, info
    FROM entry_copy(${ctx.filesystemId}, ${from}, ${to}, ${overwrite}, ${parents},
      ${strongTags(input.if_match)}::text[], ${originOf(ctx.actor)}, ${limit}::bigint)`;
  if (rows[0]?.code === "too_many_entries") throw new AppError("too_many_entries", { limit });
  const { cursor, info } = accept(rows);
  ctx.services.hintChanges();
  return { cursor, info };
}
