import type { OrganisationContext, Role } from "@/lib/auth/context";

import { SHOWN, toRole } from "./lock-members";

type Row = {
  role: Role;
  joined_at: Date;
  person: { id: string; email: string; name: string };
};

/** The members of an organisation, by the ids of the persons (contract, section 4). */
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

/** A member as the API shows it. */
export function present({ role, joined_at, person }: Row) {
  const { id, email, name } = person;
  return { user_id: id, email, name, role, joined_at: joined_at.toISOString() };
}
