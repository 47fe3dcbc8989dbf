import { audit } from "@/lib/audit/record";
import type { Role } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { keepAnOwner, lockMembersAsAdmin } from "./lock-members";
import { notifyOfRole } from "./notify-of-access";
import { findMember, present, readAdminFacts } from "./read-members";
import { voidInvitations } from "./void-invitations";

/**
 * Changes a member's role (spec 4.11) and voids their open invitations that the new role could not create. Of a member
 * who becomes a viewer, mounts that write end.
 * @throws AppError `forbidden` if anyone but an owner adds or removes owners, `not_found`, `last_owner`
 */
export async function changeRole(ctx: OrganisationContext, userId: string, input: { role: Role }) {
  const { role } = input;
  const { orgId, services } = ctx;
  const { before, ...changed } = await services.db.$transaction(async (tx) => {
    const own = await lockMembersAsAdmin(tx, ctx);
    if (role === "owner" && own !== "owner") throw new AppError("forbidden");
    if (!isId("user", userId)) throw new AppError("not_found");
    const member = await findMember(tx, orgId, userId);
    if (member.role === role) return { ...member, before: role };
    if (member.role === "owner") {
      if (own !== "owner") throw new AppError("forbidden");
      await keepAnOwner(tx, orgId, userId);
    }
    await tx.member.update({
      where: { org_id_user_id: { org_id: orgId, user_id: userId } },
      data: { role },
    });
    // Mounts that write end, webhooks read only (spec 3.15).
    if (role === "viewer")
      await tx.$executeRaw`SELECT access_ended(${`user:${userId}`}, ${orgId}, NULL, true)`;
    await voidInvitations(tx, { orgId, userId: userId, role });
    await audit(tx, ctx, {
      action: "member.role_changed",
      target: { type: "user", id: userId },
      details: { role, before: { role: member.role } },
    });
    return { ...(await findMember(tx, orgId, userId)), before: member.role };
  });
  if (role !== before) await notifyOfRole(ctx, { to: { id: userId, email: changed.email }, role });
  return present(changed, await readAdminFacts(ctx, [userId]));
}
