import type { OrganisationContext } from "@/lib/auth/context";
import { oldestOf } from "@/lib/db/page-of-owner";

import { toRole } from "./read-members";

type Row = {
  id: string;
  email: string;
  role: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
};

/** An organisation's open invitations, oldest first (spec 4.12). */
export async function listInvitations(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT id, email, role, created_by, created_at, expires_at FROM invitation
    WHERE accepted_at IS NULL AND voided_at IS NULL AND expires_at > statement_timestamp()
      AND ${oldestOf({ org_id: ctx.orgId }, "id", page)}`;
  return rows.map(present);
}

/** An invitation as the API returns it, without its link. */
export function present({ id, email, role, created_by, created_at, expires_at }: Row) {
  return {
    id,
    email,
    role: toRole(role),
    created_by,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
