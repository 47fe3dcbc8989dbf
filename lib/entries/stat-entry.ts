import type { FilesystemContext } from "@/lib/auth/context";
import type { Stat } from "@/lib/contract/stat";

import { type Outcome, unwrapOutcome } from "./outcome";

/**
 * The entry at a path with mode, owner, node and links (spec 5.12). Symbolic links are not followed.
 * @throws AppError `path_not_found` or `not_a_directory`.
 */
export async function statEntry(ctx: FilesystemContext, { path }: { path: string }): Promise<Stat> {
  const { info } = unwrapOutcome(
    await ctx.services.sql<Outcome & { info: Stat }>`
      SELECT f.code, file_info(${path}, f.entry, true) AS info FROM entry_find(${ctx.filesystemId}, ${path}) f`,
  );
  return info;
}
