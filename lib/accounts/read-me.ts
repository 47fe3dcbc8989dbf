import type { UserActor } from "@/lib/auth/actor";
import { type KeyActor, ROLES } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { FACTORS, hasSecondFactor } from "./second-factor/has-factor";

/** The authenticated caller; for an API key the user's fields are null (spec 4.3). */
export async function readMe(ctx: Context) {
  const { actor } = ctx;
  if (actor.type === "mount") throw new AppError("forbidden");
  return actor.type === "key" ? readKey(ctx, actor) : readUser(ctx, actor);
}

async function readKey(
  ctx: Context,
  { id, name, orgId, permissions, scopes, expiresAt }: KeyActor,
) {
  const { name: organisation, second_factor_required } =
    await ctx.services.db.organisation.findUniqueOrThrow({ where: { id: orgId } });
  return {
    id: null,
    email: null,
    name: null,
    organisations: [
      {
        id: orgId,
        name: organisation,
        role: null,
        needs_second_factor: false,
        requires_second_factor: second_factor_required,
      },
    ],
    api_key: {
      id,
      org_id: orgId,
      name,
      permissions: [...permissions],
      expires_at: expiresAt?.toISOString() ?? null,
    },
    scopes: [...scopes],
  };
}

async function readUser(ctx: Context, { id, email, name, scopes }: UserActor) {
  const members = await ctx.services.db.member.findMany({
    where: { user_id: id },
    orderBy: { org_id: "asc" },
    select: {
      role: true,
      organisation: { select: { id: true, name: true, second_factor_required: true } },
      user: { select: FACTORS },
    },
  });
  const organisations = members.map(({ role, organisation, user }) => ({
    id: organisation.id,
    name: organisation.name,
    role: ROLES.find((known) => known === role) ?? null,
    needs_second_factor: organisation.second_factor_required && !hasSecondFactor(user),
    requires_second_factor: organisation.second_factor_required,
  }));
  return { id, email, name, organisations, api_key: null, scopes: scopes && [...scopes] };
}
