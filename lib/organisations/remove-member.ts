import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { keepAnOwner, lockMembers } from "./lock-members";
import { findMember } from "./read-members";
import { voidInvitations } from "./void-invitations";

/**
 * Removes a member, or leaves. In the same transaction their webhooks are disabled as `access_revoked`, their
 * mounts end and their open invitations are voided (spec 4.11, 7.13).
 * @throws AppError `forbidden` if a member removes others or anyone but an owner removes an owner,
 *   `not_found`, `last_owner`
 */
export async function removeMember(ctx: OrganisationContext, userId: string): Promise<void> {
  const { orgId, services } = ctx;
  const leaves = userId === ctx.actor.id;
  await services.db.$transaction(async (tx) => {
    const own = await lockMembers(tx, ctx);
    if (!leaves && own === "member") throw new AppError("forbidden");
    if (!isId("user", userId)) throw new AppError("not_found");
    const member = await findMember(tx, orgId, userId);
    if (member.role === "owner") {
      if (own !== "owner") throw new AppError("forbidden");
      await keepAnOwner(tx, orgId, userId);
    }
    await tx.member.delete({
      where: { org_id_user_id: { org_id: orgId, user_id: userId } },
    });
    await tx.$executeRaw`SELECT access_ended(${`user:${userId}`}, ${orgId}, NULL, false)`;
    await voidInvitations(tx, { orgId, userId: userId, role: null });
    await audit(tx, ctx, {
      action: leaves ? "member.left" : "member.removed",
      target: { type: "user", id: userId },
      details: { before: { role: member.role } },
    });
  });
}
