import type { Role } from "@/lib/auth/actor";
import type { Prisma } from "@/lib/db/client";

import { isOpen } from "./use-invitation";

/** What a person of each role may invite others as; without a role, nothing. */
const MAY_INVITE: Record<Role, readonly Role[]> = {
  owner: ["owner", "admin", "member"],
  admin: ["admin", "member"],
  member: [],
};

/** Whether somebody of a role may invite as another (spec 3.8: only an owner invites owners). */
export const mayInvite = (inviter: Role, invited: Role) => MAY_INVITE[inviter].includes(invited);

/**
 * Voids the open invitations that their inviter could no longer make (spec 4.11, 4.12).
 * @param role what the inviter is from now on; null: no member any more
 */
export async function voidInvitations(
  tx: Prisma.TransactionClient,
  { orgId, personId, role }: { orgId: string; personId: string; role: Role | null },
): Promise<void> {
  const kept = role === null ? [] : MAY_INVITE[role];
  await tx.invitation.updateMany({
    where: {
      org_id: orgId,
      created_by: `user:${personId}`,
      role: { notIn: [...kept] },
      ...isOpen(),
    },
    data: { voided_at: new Date() },
  });
}
