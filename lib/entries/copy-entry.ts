import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import type { TransferInput } from "./transfer-entry";
import { writeEntry } from "./write-entry";

/**
 * Copies an entry and everything below it, by the rules of a move; contents are shared, hard links become
 * separate files (spec 5.16). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.copy`
 */
export function copyEntry(ctx: FilesystemContext, { fields, ...change }: TransferInput) {
  const { copyEntries } = ctx.services.settings.limits;
  const tags = strongTags(change.if_match);
  const copy = { op: "copy", ...change, if_match: tags, max_entries: copyEntries } as const;
  return writeEntry(ctx, copy, { fields });
}
