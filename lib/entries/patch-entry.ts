import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import type { Stamp } from "./tree-change";
import { writeEntry, type Shown } from "./write-entry";

type Input = Stamp & Shown & { path: string; mode?: number | undefined; ifMatch: string | null };

/**
 * Changes mode, modification time or owner of an entry; undefined keeps the current value. One `updated` event, same
 * etag (spec 5.10).
 * @throws AppError `path_not_found`, `not_a_directory` or `precondition_failed`.
 */
export const patchEntry = (ctx: FilesystemContext, { ifMatch, fields, ...change }: Input) =>
  writeEntry(ctx, { op: "patch", ...change, if_match: strongTags(ifMatch) }, { fields });
