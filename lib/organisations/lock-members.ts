import { isAdmin, type Role } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { findMember } from "./read-members";

type Tx = Prisma.TransactionClient;

/**
 * Serialises changes of an organisation's members until this transaction ends, then re-reads the caller's
 * role, which may have changed since the request arrived. Holds the caller first (`holdCaller`).
 * @returns the caller's current role
 * @throws AppError `not_found` if the caller was removed meanwhile, `unauthenticated` if they lost all access
 */
export async function lockMembers(
  tx: Tx,
  {
    orgId,
    actor,
  }: { orgId: string; actor: Pick<OrganisationContext["actor"], "id" | "credential"> },
): Promise<Role> {
  await holdCaller(tx, actor);
  await tx.$queryRaw`SELECT FROM organisation WHERE id = ${orgId} FOR NO KEY UPDATE`;
  return (await findMember(tx, orgId, actor.id)).role;
}

/** The same for owners and admins. @throws AppError `forbidden` for anyone else, and as `lockMembers` */
export async function lockMembersAsAdmin(tx: Tx, ctx: OrganisationContext): Promise<Role> {
  const role = await lockMembers(tx, ctx);
  if (!isAdmin(role)) throw new AppError("forbidden");
  return role;
}

/**
 * Checks that an organisation has another owner besides this one (spec 3.9).
 * @throws AppError `last_owner`
 */
export async function keepAnOwner(tx: Tx, orgId: string, userId: string): Promise<void> {
  const others = await tx.member.count({
    where: { org_id: orgId, role: "owner", user_id: { not: userId } },
  });
  if (others === 0) throw new AppError("last_owner");
}
