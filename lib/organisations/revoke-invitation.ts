import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { lockMembersAsAdmin } from "./lock-members";
import { toRole } from "./read-members";
import { isOpen } from "./use-invitation";
import { mayInvite } from "./void-invitations";

/**
 * Revokes an invitation (spec 4.12).
 * @throws AppError `not_found` if it is not open; `forbidden` if anyone but an owner revokes one for an owner
 */
export async function revokeInvitation(ctx: OrganisationContext, id: string): Promise<void> {
  if (!isId("inv", id)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const own = await lockMembersAsAdmin(tx, ctx);
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { id, org_id: ctx.orgId, ...isOpen() },
      data: { voided_at: new Date() },
      select: { email: true, role: true },
    });
    if (row === undefined) throw new AppError("not_found");
    if (!mayInvite(own, toRole(row.role))) throw new AppError("forbidden");
    await audit(tx, ctx, {
      action: "invitation.revoked",
      target: { type: "invitation", id },
      details: row,
    });
  });
}
