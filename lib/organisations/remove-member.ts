import { audit } from "@/lib/audit/record";
import { isAdmin } from "@/lib/auth/actor";
import { endApiKey } from "@/lib/auth/api-keys";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { keepAnOwner, lockMembers } from "./lock-members";
import { findMember } from "./read-members";
import { voidInvitations } from "./void-invitations";

/**
 * Removes a member, or leaves. In the same transaction their webhooks are disabled as `access_revoked`, their
 * mounts end and their open invitations are voided (spec 4.11, 7.13). The API keys they created are revoked if asked.
 * @throws AppError `forbidden` if a member removes others or revokes keys, or anyone but an owner removes an owner,
 *   `not_found`, `last_owner`
 */
export async function removeMember(
  ctx: OrganisationContext,
  userId: string,
  { revoke_api_keys: revokesKeys }: { revoke_api_keys: boolean },
): Promise<void> {
  const { orgId, services } = ctx;
  const leaves = userId === ctx.actor.id;
  await services.db.$transaction(async (tx) => {
    const own = await lockMembers(tx, ctx);
    if ((revokesKeys || !leaves) && !isAdmin(own)) throw new AppError("forbidden");
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
    if (revokesKeys) await revokeKeys(tx, ctx, `user:${userId}`);
    await audit(tx, ctx, {
      action: leaves ? "member.left" : "member.removed",
      target: { type: "user", id: userId },
      details: { before: { role: member.role } },
    });
  });
}

async function revokeKeys(tx: Prisma.TransactionClient, ctx: OrganisationContext, creator: string) {
  const keys = await tx.api_key.findMany({
    where: { org_id: ctx.orgId, created_by: creator, revoked_at: null },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  for (const { id } of keys) await endApiKey(tx, ctx, { id, orgId: ctx.orgId });
}
