import type { FilesystemContext } from "@/lib/auth/context";

import { unwrapOutcome, type Outcome } from "./outcome";

type Found = {
  type: "file" | "directory" | "symlink";
  mode: number;
  size: number;
  etag: string;
  modified_at: Date;
  node_id: string;
  nlink: number;
  link_target: string | null;
};

/**
 * The entry at a path; size in bytes. Symbolic links are not followed (spec 5.18).
 * @throws AppError `path_not_found` or `not_a_directory`.
 */
export async function findEntry(ctx: FilesystemContext, path: string): Promise<Found> {
  return unwrapOutcome(
    await ctx.services.sql<Found & Outcome>`
      SELECT f.code, (f.entry).type, (f.entry).mode, (f.entry).size::float8, (f.entry).etag,
        (f.entry).modified_at, (f.entry).id::text AS node_id, (f.entry).nlink, (f.entry).link_target
      FROM entry_find(${ctx.filesystemId}, ${path}) f`,
  );
}
