import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { strongTags } from "./etags";
import { unwrapOutcome } from "./outcome";
import type { Transferred, TransferInput } from "./transfer-entry";

/**
 * Copies an entry and everything below it, by the rules of a move; contents are shared, hard links become
 * separate files (spec 5.16). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.copy`
 */
export async function copyEntry(
  { services, filesystemId, actor }: FilesystemContext,
  { from, to, overwrite, parents, if_match }: TransferInput,
) {
  const limit = services.settings.limits.copyEntries;
  const rows = await services.writeEntries(filesystemId)<Transferred>`
    SELECT code, cursor::text, info
    FROM entry_copy(${filesystemId}, ${from}, ${to}, ${overwrite}, ${parents}, ${strongTags(if_match)}::text[],
      ${originOf(actor)}, ${limit}::bigint)`;
  if (rows[0]?.code === "too_many_entries") throw new AppError("too_many_entries", { limit });
  const { cursor, info } = unwrapOutcome(rows);
  return { cursor, info };
}
