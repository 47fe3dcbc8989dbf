import type { FilesystemContext } from "@/lib/auth/context";
import { newId } from "@/lib/ids";

import { strongTags } from "./etags";
import { writeEntry } from "./write-entry";

type Input = { path: string; recursive: boolean; ifMatch: string | null };

/**
 * Deletes an entry; with `recursive`, a directory and everything below it (spec 5.11).
 * @returns the cursor, and the id of the new item of the trash; null if it was deleted for good
 * @throws AppError `root_forbidden`, `path_not_found`, `not_a_directory`, `directory_not_empty` or
 * `precondition_failed`.
 */
export async function deleteEntry(ctx: FilesystemContext, { ifMatch, ...change }: Input) {
  const trashId = newId("trash");
  const removal = { ...change, if_match: strongTags(ifMatch), trash_id: trashId };
  const { cursor, created } = await writeEntry(ctx, { op: "remove", ...removal }, {});
  return { cursor, trashId: created === true ? trashId : null };
}
