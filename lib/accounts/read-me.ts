import type { UserActor } from "@/lib/auth/actor";
import { type KeyActor, ROLES } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/** The authenticated caller; for an API key the user's fields are null (spec 4.3). */
export async function readMe(ctx: Context) {
  const { actor } = ctx;
  if (actor.type === "mount") throw new AppError("forbidden");
  return actor.type === "key" ? readKey(ctx, actor) : readUser(ctx, actor);
}

async function readKey(ctx: Context, { id, name, orgId, permissions, expiresAt }: KeyActor) {
  const organisation = await ctx.services.db.organisation.findUniqueOrThrow({
    where: { id: orgId },
  });
  return {
    id: null,
    email: null,
    name: null,
    organisations: [{ id: orgId, name: organisation.name, role: null, needs_second_factor: false }],
    api_key: {
      id,
      org_id: orgId,
      name,
      permissions: [...permissions],
      expires_at: expiresAt?.toISOString() ?? null,
    },
  };
}

async function readUser(ctx: Context, { id, email, name }: UserActor) {
  const members = await ctx.services.db.member.findMany({
    where: { user_id: id },
    orderBy: { org_id: "asc" },
    select: {
      role: true,
      organisation: { select: { id: true, name: true, second_factor_required: true } },
      user: { select: { second_factor: { select: { confirmed_at: true } } } },
    },
  });
  const organisations = members.map(({ role, organisation, user }) => ({
    id: organisation.id,
    name: organisation.name,
    role: ROLES.find((known) => known === role) ?? null,
    needs_second_factor:
      organisation.second_factor_required && (user.second_factor?.confirmed_at ?? null) === null,
  }));
  return { id, email, name, organisations, api_key: null };
}
