import type { FilesystemContext } from "@/lib/auth/context";
import { writeEntry } from "@/lib/entries/write-entry";

type Input = { id: string; to?: string | undefined; overwrite: boolean };

/**
 * Moves an item of the trash back to where it was, or to another path, and recreates missing parents (spec 5.35).
 * @throws AppError `not_found`, or one of the codes of `api.trash.restore`
 */
export const restoreItem = (ctx: FilesystemContext, { id, to, overwrite }: Input) =>
  writeEntry(ctx, { op: "restore", trash_id: id, to, overwrite }, {});
