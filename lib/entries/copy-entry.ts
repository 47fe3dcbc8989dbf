import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { strongTags } from "./etags";
import type { TransferInput } from "./transfer-entry";
import { writeEntry } from "./write-entry";

/**
 * Copies an entry and everything below it, by the rules of a move; contents are shared, hard links become
 * separate files (spec 5.16). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.copy`
 */
export async function copyEntry(ctx: FilesystemContext, { fields, ...change }: TransferInput) {
  const limit = ctx.services.settings.limits.copyEntries;
  const tags = strongTags(change.if_match);
  try {
    const copy = { op: "copy", ...change, if_match: tags, max_entries: limit } as const;
    return await writeEntry(ctx, copy, { fields });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "too_many_entries") throw error;
    throw new AppError("too_many_entries", { limit });
  }
}
