import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import type { TransferInput } from "./transfer-entry";
import { writeEntry } from "./write-entry";

/**
 * Moves an entry and everything below it, never into itself and never over a directory that is not empty
 * (spec 5.15). Onto itself it changes nothing.
 * @throws AppError with one of the codes of `api.entries.move`
 */
export const moveEntry = (ctx: FilesystemContext, { fields, ...change }: TransferInput) =>
  writeEntry(ctx, { op: "move", ...change, if_match: strongTags(change.if_match) }, { fields });
