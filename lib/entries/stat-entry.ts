import type { FilesystemContext } from "@/lib/auth/context";
import type { Stat } from "@/lib/contract/stat";

import { type Outcome, unwrapOutcome } from "./outcome";

type Found = Outcome & { info: Stat };

/**
 * The entry at a path, or a node at one of its paths, with mode, owner, node and links (spec 5.12). Symbolic links are
 * not followed. @throws AppError `path_not_found` or `not_a_directory`.
 */
export async function statEntry(
  ctx: FilesystemContext,
  { path, node_id: node }: { path?: string | undefined; node_id?: string | undefined },
): Promise<Stat> {
  const { sql } = ctx.services;
  const found =
    node === undefined
      ? await sql<Found>`
          SELECT f.code, file_info(${path ?? "/"}, f.entry, true) AS info
          FROM entry_find(${ctx.filesystemId}, ${path ?? "/"}) f`
      : await sql<Found>`
          SELECT f.code, file_info(f.path, f.entry, true) AS info
          FROM entry_of_node(${ctx.filesystemId}, ${node}::bigint) f`;
  return unwrapOutcome(found).info;
}
