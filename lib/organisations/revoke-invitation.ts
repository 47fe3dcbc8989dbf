import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { lockMembersAsAdmin } from "./lock-members";
import { toRole } from "./read-members";
import { isOpen } from "./use-invitation";
import { mayInvite } from "./void-invitations";

/**
 * Takes an invitation back (spec 4.12).
 * @throws AppError `not_found` for one that is not open any more; `forbidden` for an owner's unless an owner asks
 */
export async function revokeInvitation(ctx: OrganisationContext, id: string): Promise<void> {
  if (!isId("inv", id)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const own = await lockMembersAsAdmin(tx, ctx);
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { id, org_id: ctx.orgId, ...isOpen() },
      data: { voided_at: new Date() },
      select: { role: true },
    });
    if (row === undefined) throw new AppError("not_found");
    if (!mayInvite(own, toRole(row.role))) throw new AppError("forbidden");
    await audit(tx, ctx, { action: "invitation.revoked", target: { type: "invitation", id } });
  });
}
