import { isAdmin, type Role, ROLES } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Topic } from "@/lib/contract/notices";
import { Prisma } from "@/lib/db/client";
import { newestOf } from "@/lib/db/page-of-owner";
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
  const facts = await readAdminFacts(ctx, ids);
  return rows.map((row) => present(row, facts));
}

type AdminFacts = { lacks_second_factor: boolean; last_active_at: Date | null };

/**
 * What only owners and admins see of members: whether they lack the second factor that the organisation requires (spec
 * 3.22), and their last activity. Sessions and logins that ended are deleted; the audit log keeps when they began.
 * @returns nothing for other callers
 */
export async function readAdminFacts(
  { orgId, role, services }: OrganisationContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AdminFacts>> {
  if (!isAdmin(role)) return new Map();
  const actor = { org_id: orgId, "coalesce(actor_id, 'shell')": Prisma.sql`user_id` };
  const rows = await services.db.$queryRaw<(AdminFacts & { user_id: string })[]>`
    SELECT user_id, member_lacks_factor(user_id, ${orgId}) AS lacks_second_factor, greatest(
      (SELECT max(s.last_used_at) FROM session s WHERE s.user_id = given.user_id),
      (SELECT max(l.last_used_at) FROM login l WHERE l.user_id = given.user_id),
      (SELECT at FROM audit_entry WHERE ${newestOf(actor, "id", { limit: 1 })})) AS last_active_at
    FROM unnest(${userIds}::text[]) AS given (user_id)`;
  return new Map(rows.map(({ user_id: id, ...facts }) => [id, facts]));
}

/** A member as the API returns it. */
export const present = (row: Row, facts: ReadonlyMap<string, AdminFacts>) => ({
  ...row,
  joined_at: row.joined_at.toISOString(),
  lacks_second_factor: facts.get(row.user_id)?.lacks_second_factor ?? false,
  last_active_at: facts.get(row.user_id)?.last_active_at?.toISOString() ?? null,
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
