import type { FilesystemContext } from "@/lib/auth/context";

import { findEntry } from "./find-entry";

/**
 * FileInfo of a path with its mode (four octal digits), node and links (spec 5.12).
 * @throws AppError `path_not_found` or `not_a_directory`.
 */
export async function statEntry(ctx: FilesystemContext, { path }: { path: string }) {
  const { type, size, etag, modified_at, mode, node_id, nlink, link_target } = await findEntry(
    ctx,
    path,
  );
  return {
    path,
    type,
    size,
    etag,
    modified_at: modified_at.toISOString(),
    mode: mode.toString(8).padStart(4, "0"),
    node_id,
    nlink,
    link_target,
  };
}
