import type { FilesystemContext } from "@/lib/auth/context";
import type { Stat } from "@/lib/contract/stat";

/**
 * What a walk to a path met. `depth`: how many of its names exist. `target`: that of the symbolic link which is the
 * last of them. `info`: the entry, if all exist.
 */
export type Reached =
  | { code: null; depth: number; target: string | null; info: Stat }
  | {
      code: "path_not_found" | "not_a_directory";
      depth: number;
      target: string | null;
      info: null;
    };

/** Walks to a path in one statement, as far as it exists, without following symbolic links (spec 5.12, 10.11). */
export async function reachEntry(
  { services, filesystemId }: Pick<FilesystemContext, "services" | "filesystemId">,
  path: string,
): Promise<Reached> {
  const [reached] = await services.sql<Reached>`
    SELECT r.code, r.depth, (r.entry).link_target AS target,
      CASE WHEN r.code IS NULL THEN file_info(${path}, r.entry, true) END AS info
    FROM entry_reach(${filesystemId}, ${path}) r`;
  if (reached === undefined) throw new Error("the database returned no row");
  return reached;
}
