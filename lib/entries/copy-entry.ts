import type { FilesystemContext } from "@/lib/auth/context";

import { transferEntry, type TransferInput } from "./transfer-entry";

/**
 * Copies an entry and everything below it, by the rules of a move; contents are shared, hard links become
 * separate files (spec 5.16). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.copy`
 */
export function copyEntry(ctx: FilesystemContext, input: TransferInput) {
  return transferEntry(ctx, "entry_copy", input);
}
