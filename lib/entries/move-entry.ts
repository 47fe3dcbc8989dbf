import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import type { TransferInput } from "./transfer-entry";
import { writeEntry } from "./write-entry";

/**
 * Moves an entry and everything below it, never into itself and never over a directory that is not empty
 * (spec 5.15). Onto itself it changes nothing. With `exchange` the entry at `to` gets the path `from` (spec 5.30).
 * @throws AppError with one of the codes of `api.entries.move`
 */
export function moveEntry(
  ctx: FilesystemContext,
  { fields, exchange, ...move }: TransferInput & { exchange?: boolean },
) {
  const if_match = strongTags(move.if_match);
  const { from, to } = move;
  return exchange === true
    ? writeEntry(ctx, { op: "exchange", from, to, if_match }, { fields })
    : writeEntry(ctx, { op: "move", ...move, if_match }, { fields });
}
