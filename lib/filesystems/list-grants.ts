import type { FilesystemContext } from "@/lib/auth/context";

type Row = { api_key_id: string; mode: string; created_by: string; created_at: Date };

/** A filesystem's grants, oldest key first. */
export async function listGrants(
  ctx: FilesystemContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.filesystem_grant.findMany({
    where: { filesystem_id: ctx.filesystemId, api_key_id: { gt: page.after ?? "" } },
    orderBy: { api_key_id: "asc" },
    take: page.limit,
  });
  return rows.map(present);
}

/** A grant as the API shows it. */
export function present(row: Row) {
  const { api_key_id, created_by } = row;
  const mode = row.mode === "rw" ? ("rw" as const) : ("ro" as const);
  return { api_key_id, mode, created_by, created_at: row.created_at.toISOString() };
}
