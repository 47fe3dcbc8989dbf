import type { FilesystemContext, OrganisationContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";
import { oldestOf } from "@/lib/db/page-of-owner";
import { AppError } from "@/lib/errors";

type Row = {
  id: string;
  name: string;
  byte_quota: bigint | null;
  entry_quota: bigint | null;
  keep_mount_deletions: boolean;
  created_at: Date;
};

/** The organisation's filesystems, oldest first; an API key sees those it has a grant for. */
export async function listFilesystems(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const granted =
    ctx.actor.type === "key"
      ? Prisma.sql`f.id IN (SELECT g.filesystem_id FROM filesystem_grant g WHERE g.api_key_id = ${ctx.actor.id})`
      : Prisma.sql`true`;
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT f.id, f.name, f.byte_quota, f.entry_quota, f.keep_mount_deletions, f.created_at
    FROM filesystem f WHERE ${granted} AND ${oldestOf({ "f.org_id": ctx.orgId }, "f.id", page)}`;
  return rows.map(present);
}

/** One filesystem. @throws AppError `not_found` */
export async function getFilesystem(ctx: FilesystemContext) {
  const row = await ctx.services.db.filesystem.findUnique({
    where: { id: ctx.filesystemId, org_id: ctx.orgId },
  });
  if (row === null) throw new AppError("not_found");
  return present(row);
}

/** A filesystem as the API returns it; a quota of null is unlimited. */
export function present(row: Row) {
  return {
    id: row.id,
    name: row.name,
    byte_quota: row.byte_quota === null ? null : Number(row.byte_quota),
    entry_quota: row.entry_quota === null ? null : Number(row.entry_quota),
    keep_mount_deletions: row.keep_mount_deletions,
    created_at: row.created_at.toISOString(),
  };
}
