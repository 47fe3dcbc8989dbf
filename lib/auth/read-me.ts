import type { Context } from "./context";

/** Who the caller is; for a key the person's fields are null (contract, section 4 `GET /me`). */
export async function readMe(ctx: Context) {
  const { id, name, orgId, permissions, expiresAt } = ctx.actor;
  const organisation = await ctx.services.db.organisation.findUniqueOrThrow({
    where: { id: orgId },
  });
  return {
    id: null,
    email: null,
    name: null,
    organisations: [{ id: orgId, name: organisation.name, role: null }],
    api_key: {
      id,
      org_id: orgId,
      name,
      permissions: [...permissions],
      expires_at: expiresAt?.toISOString() ?? null,
    },
  };
}
