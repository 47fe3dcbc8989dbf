import type { Role } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { findMember } from "./read-members";

type Tx = Prisma.TransactionClient;

/**
 * Lets one change of an organisation's people happen at a time: others wait until this transaction ends. What the
 * caller was when the request came in may be over by now, so it is read again behind the lock.
 * @returns the caller's role now
 * @throws AppError `not_found` when the caller was removed meanwhile
 */
export async function lockMembers(tx: Tx, { orgId, actor }: OrganisationContext): Promise<Role> {
  await tx.$queryRaw`SELECT FROM organisation WHERE id = ${orgId} FOR NO KEY UPDATE`;
  return (await findMember(tx, orgId, actor.id)).role;
}

/** The same for owners and admins. @throws AppError `forbidden` for a member, `not_found` for who was removed */
export async function lockMembersAsAdmin(tx: Tx, ctx: OrganisationContext): Promise<Role> {
  const role = await lockMembers(tx, ctx);
  if (role === "member") throw new AppError("forbidden");
  return role;
}

/**
 * Makes sure that an organisation has an owner besides this one (spec 3.9).
 * @throws AppError `last_owner`
 */
export async function keepAnOwner(tx: Tx, orgId: string, personId: string): Promise<void> {
  const others = await tx.member.count({
    where: { org_id: orgId, role: "owner", person_id: { not: personId } },
  });
  if (others === 0) throw new AppError("last_owner");
}
