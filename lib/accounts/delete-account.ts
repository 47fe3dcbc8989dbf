import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import { keepAnOwner, lockMembers } from "@/lib/organisations/lock-members";
import { voidInvitations } from "@/lib/organisations/void-invitations";

import { endAccess } from "./end-access";

/**
 * Deletes the caller's account (spec 4.46): sessions, logins, mounts, identities and memberships; their webhooks are
 * disabled. The API keys they created belong to the organisations and stay, and so do entries of the audit log.
 * @throws AppError `last_owner` while an organisation has no other owner
 */
export async function deleteAccount(ctx: UserContext): Promise<void> {
  await retryDeadlock(() => deleteOnce(ctx));
  sendSecurityEmail(ctx.services, ctx.actor.email, { type: "account_deleted" });
}

async function deleteOnce(ctx: UserContext): Promise<void> {
  const userId = ctx.actor.id;
  await ctx.services.db.$transaction(async (tx) => {
    // Organisations that they create or join meanwhile would be left without an owner.
    await tx.$queryRaw`SELECT FROM app_user WHERE id = ${userId} FOR UPDATE`;
    const member = await tx.member.findMany({
      where: { user_id: userId },
      orderBy: { org_id: "asc" },
    });
    for (const { org_id: orgId } of member)
      if ((await lockMembers(tx, { orgId, actor: ctx.actor })) === "owner")
        await keepAnOwner(tx, orgId, userId);
    await endAccess(tx, ctx, { userId, keptSession: null, loginReason: "revoked" });
    for (const { org_id: orgId } of member) {
      await tx.$executeRaw`SELECT access_ended(${`user:${userId}`}, ${orgId}, NULL, false)`;
      await voidInvitations(tx, { orgId, userId, role: null });
    }
    // While the memberships exist, so that it is in the log of each organisation.
    await audit(tx, ctx, { action: "user.deleted", target: { type: "user", id: userId } });
    await tx.user.delete({ where: { id: userId } });
  });
}
