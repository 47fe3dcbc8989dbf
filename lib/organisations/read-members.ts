import { isAdmin, type Role, ROLES } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

const SHOWN = {
  role: true,
  joined_at: true,
  user: { select: { id: true, email: true, name: true } },
} as const;

type Row = {
  role: Role;
  joined_at: Date;
  user: { id: string; email: string; name: string };
};

/** An organisation's members, ordered by user id (spec 4.11). */
export async function listMembers(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.member.findMany({
    where: { org_id: ctx.orgId, user_id: { gt: page.after ?? "" } },
    orderBy: { user_id: "asc" },
    take: page.limit,
    select: SHOWN,
  });
  const ids = rows.map(({ user }) => user.id);
  const lacking = await findLacking(ctx, ids);
  return rows.map((row) => present({ ...row, role: toRole(row.role) }, lacking));
}

/**
 * Which of these users lack the second factor that the organisation requires (spec 3.22); only owners and admins see it.
 */
export async function findLacking(
  { orgId, role, services }: OrganisationContext,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!isAdmin(role)) return new Set();
  const rows = await services.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${userIds}::text[]) AS given (id) WHERE member_lacks_factor(id, ${orgId})`;
  return new Set(rows.map(({ id }) => id));
}

/** A member as the API returns it. */
export function present({ role, joined_at, user }: Row, lacking: ReadonlySet<string>) {
  const { id, email, name } = user;
  const lacks_second_factor = lacking.has(id);
  return {
    user_id: id,
    email,
    name,
    role,
    joined_at: joined_at.toISOString(),
    lacks_second_factor,
  };
}

/** One member. @throws AppError `not_found` */
export async function findMember(db: Prisma.TransactionClient, orgId: string, userId: string) {
  const row = await db.member.findUnique({
    where: { org_id_user_id: { org_id: orgId, user_id: userId } },
    select: SHOWN,
  });
  if (row === null) throw new AppError("not_found");
  return { ...row, role: toRole(row.role) };
}

/** Parses a stored role. */
export function toRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new Error("unknown role in the database");
  return role;
}
