import { isAdmin, type Role, ROLES } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Topic } from "@/lib/contract/notices";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

type Row = {
  user_id: string;
  email: string;
  name: string;
  role: Role;
  joined_at: Date;
  alerts: Topic[];
};

const MEMBERS = Prisma.sql`
  SELECT m.user_id, u.email, u.name, m.role, m.joined_at, alerts_of(m.role, m.alerts) AS alerts
  FROM member m JOIN app_user u ON u.id = m.user_id`;

/** An organisation's members, ordered by user id (spec 4.11). */
export async function listMembers(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    ${MEMBERS} WHERE m.org_id = ${ctx.orgId} AND m.user_id > ${page.after ?? ""}
    ORDER BY m.user_id LIMIT ${page.limit}`;
  const ids = rows.map((row) => row.user_id);
  const lacking = await findLacking(ctx, ids);
  return rows.map((row) => present(row, lacking));
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
export const present = (row: Row, lacking: ReadonlySet<string>) => ({
  ...row,
  joined_at: row.joined_at.toISOString(),
  lacks_second_factor: lacking.has(row.user_id),
});

/** One member. @throws AppError `not_found` */
export async function findMember(db: Prisma.TransactionClient, orgId: string, userId: string) {
  const [row] = await db.$queryRaw<Row[]>`
    ${MEMBERS} WHERE m.org_id = ${orgId} AND m.user_id = ${userId}`;
  if (row === undefined) throw new AppError("not_found");
  return row;
}

/** Parses a stored role. */
export function toRole(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw new Error("unknown role in the database");
  return role;
}
