import type { Role } from "@/lib/auth/actor";
import type { Prisma } from "@/lib/db/client";

import { isOpen } from "./use-invitation";

/** Roles that each role may invite. */
const MAY_INVITE: Record<Role, readonly Role[]> = {
  owner: ["owner", "admin", "member", "viewer"],
  admin: ["admin", "member", "viewer"],
  member: [],
  viewer: [],
};

/** Whether a role may invite another (spec 3.8: only owners invite owners). */
export const mayInvite = (inviter: Role, invited: Role) => MAY_INVITE[inviter].includes(invited);

/**
 * Voids open invitations that the inviter's new role could not create (spec 4.11, 4.12).
 * @param role the inviter's new role; null if no longer a member
 */
export async function voidInvitations(
  tx: Prisma.TransactionClient,
  { orgId, userId, role }: { orgId: string; userId: string; role: Role | null },
): Promise<void> {
  const kept = role === null ? [] : MAY_INVITE[role];
  await tx.invitation.updateMany({
    where: {
      org_id: orgId,
      created_by: `user:${userId}`,
      role: { notIn: [...kept] },
      ...isOpen(),
    },
    data: { voided_at: new Date() },
  });
}
