import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { strongTags } from "./etags";
import { type Outcome, unwrapOutcome } from "./outcome";

export type TransferInput = {
  from: string;
  to: string;
  overwrite: boolean;
  parents: boolean;
  if_match?: string | undefined;
};
type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Runs `entry_copy` or `entry_move`, whose arguments are the same but for the copy's limit on entries.
 * @returns the new cursor (unchanged if `from` is `to`) and the entry at `to`
 * @throws AppError with one of the codes of `api.entries.copy` and `api.entries.move`
 */
export async function transferEntry(
  ctx: FilesystemContext,
  verb: "entry_copy" | "entry_move",
  { from, to, overwrite, parents, if_match }: TransferInput,
) {
  const limit = ctx.services.settings.limits.copyEntries;
  const rows = await ctx.services.writeEntries(ctx.filesystemId)<Row>`
    SELECT code, cursor::text, info
    FROM ${Prisma.raw(verb)}(${ctx.filesystemId}, ${from}, ${to}, ${overwrite}, ${parents},
      ${strongTags(if_match)}::text[], ${originOf(ctx.actor)}
      ${verb === "entry_copy" ? Prisma.sql`, ${limit}::bigint` : Prisma.empty})`;
  if (rows[0]?.code === "too_many_entries") throw new AppError("too_many_entries", { limit });
  const { cursor, info } = unwrapOutcome(rows);
  return { cursor, info };
}
