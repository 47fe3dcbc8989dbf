import { type Role, ROLES } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

const SHOWN = {
  role: true,
  joined_at: true,
  person: { select: { id: true, email: true, name: true } },
} as const;

type Row = {
  role: Role;
  joined_at: Date;
  person: { id: string; email: string; name: string };
};

/** An organisation's members, ordered by user id (spec 4.11). */
export async function listMembers(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.member.findMany({
    where: { org_id: ctx.orgId, person_id: { gt: page.after ?? "" } },
    orderBy: { person_id: "asc" },
    take: page.limit,
    select: SHOWN,
  });
  return rows.map((row) => present({ ...row, role: toRole(row.role) }));
}

/** A member as the API returns it. */
export function present({ role, joined_at, person }: Row) {
  const { id, email, name } = person;
  return { user_id: id, email, name, role, joined_at: joined_at.toISOString() };
}

/** One member. @throws AppError `not_found` */
export async function findMember(db: Prisma.TransactionClient, orgId: string, personId: string) {
  const row = await db.member.findUnique({
    where: { org_id_person_id: { org_id: orgId, person_id: personId } },
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
