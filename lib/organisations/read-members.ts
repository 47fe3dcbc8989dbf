import { type Role, ROLES } from "@/lib/auth/actor";
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
  return rows.map((row) => present({ ...row, role: toRole(row.role) }));
}

/** A member as the API returns it. */
export function present({ role, joined_at, user }: Row) {
  const { id, email, name } = user;
  return { user_id: id, email, name, role, joined_at: joined_at.toISOString() };
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
