import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import { unwrapOutcome } from "./outcome";
import type { Transferred, TransferInput } from "./transfer-entry";

/**
 * Moves an entry and everything below it, never into itself and never over a directory that is not empty
 * (spec 5.15). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.move`
 */
export async function moveEntry(
  { services, filesystemId, actor }: FilesystemContext,
  { from, to, overwrite, parents, if_match }: TransferInput,
) {
  const rows = await services.writeEntries(filesystemId)<Transferred>`
    SELECT code, cursor::text, info
    FROM entry_move(${filesystemId}, ${from}, ${to}, ${overwrite}, ${parents}, ${strongTags(if_match)}::text[],
      ${originOf(actor)})`;
  const { cursor, info } = unwrapOutcome(rows);
  return { cursor, info };
}
