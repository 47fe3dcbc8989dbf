import type { FilesystemContext } from "@/lib/auth/context";

import { transferEntry, type TransferInput } from "./transfer-entry";

/**
 * Moves an entry and everything below it, never into itself and never over a directory that is not empty
 * (spec 5.15). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.move`
 */
export function moveEntry(ctx: FilesystemContext, input: TransferInput) {
  return transferEntry(ctx, "entry_move", input);
}
