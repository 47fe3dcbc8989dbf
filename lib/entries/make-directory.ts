import { originOf } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import type { FileInfo } from "@/lib/contract/common";

import { unwrapOutcome, type Outcome } from "./outcome";

type Input = { path: string; parents: boolean; mode: number };
type Row = Outcome & { cursor: string; info: FileInfo };

/**
 * Creates a directory; with `parents`, missing parents too (spec 5.14).
 * @throws AppError `already_exists`, `parent_not_found`, `not_a_directory`, `entry_quota_exceeded` or
 * `organisation_entry_quota_exceeded`.
 */
export async function makeDirectory(ctx: FilesystemContext, { path, parents, mode }: Input) {
  const { cursor, info } = unwrapOutcome(
    await ctx.services.writeEntries(ctx.filesystemId)<Row>`
      SELECT code, cursor::text, info
      FROM entry_mkdir(${ctx.filesystemId}, ${path}, ${parents}, ${mode}::int, ${originOf(ctx.actor)})`,
  );
  return { cursor, info };
}
