import type { FilesystemContext } from "@/lib/auth/context";
import { LIMITS } from "@/lib/contract/limits";

type Item = {
  id: string;
  path: string;
  type: "file" | "directory" | "symlink" | "special";
  size: number;
  entries: number;
  deleted_at: string;
  deleted_by: string;
  expires_at: string;
};

/** The trash of a filesystem, newest first (spec 5.34). `after` is the last id of the previous page. */
export const listTrash = (
  { filesystemId, services }: FilesystemContext,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Item[]> =>
  services.db.$queryRaw<Item[]>`
    SELECT id, path, type, bytes::float8 AS size, entries::float8, iso_time(deleted_at) AS deleted_at, deleted_by,
      iso_time(deleted_at + make_interval(days => ${LIMITS.trashDays}::int)) AS expires_at
    FROM trash_item
    WHERE filesystem_id = ${filesystemId} AND (${after ?? null}::text IS NULL OR id < ${after ?? null})
    ORDER BY id DESC LIMIT ${limit}`;
