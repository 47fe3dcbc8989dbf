import type { FilesystemContext } from "@/lib/auth/context";

import { strongTags } from "./etags";
import { writeEntry } from "./write-entry";

type Input = { path: string; recursive: boolean; ifMatch: string | null };

/**
 * Deletes an entry; with `recursive`, a directory and everything below it (spec 5.11).
 * @throws AppError `root_forbidden`, `path_not_found`, `not_a_directory`, `directory_not_empty` or
 * `precondition_failed`.
 */
export const deleteEntry = (ctx: FilesystemContext, { ifMatch, ...change }: Input) =>
  writeEntry(ctx, { op: "remove", ...change, if_match: strongTags(ifMatch) }, {});
