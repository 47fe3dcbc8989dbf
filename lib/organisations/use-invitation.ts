import { audit } from "@/lib/audit/record";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

type Input = {
  /** Of the token in the invitation's link. */
  hash: Uint8Array;
  person: { id: string; email: string; name: string };
  address: string;
  requestId: string;
};

/** What tells an invitation that can still be used. */
export const isOpen = () => ({
  accepted_at: null,
  voided_at: null,
  expires_at: { gt: new Date() },
});

/**
 * The invitation of a token, while it can be used: for sign-up, whose person gets the invited address. Null: unknown,
 * used, voided or expired.
 * @param hash of the token in the invitation's link
 */
export function findInvitation(db: Db | Prisma.TransactionClient, hash: Uint8Array) {
  return db.invitation.findFirst({
    where: { hash: new Uint8Array(hash), ...isOpen() },
    select: { id: true, org_id: true, email: true, role: true },
  });
}

/**
 * Uses an invitation for a person: once, and only for whose address is the invited one
 * (spec 4.8, 4.13). Who is a member already stays what they are; the invitation is used up all the same.
 * @returns the invitation, with the role that the person has now
 * @throws AppError `not_found` for an unknown, used, voided or expired one and for another address alike
 */
export async function useInvitation(
  tx: Prisma.TransactionClient,
  { hash, person, address, requestId }: Input,
) {
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: { hash: new Uint8Array(hash), email: person.email, ...isOpen() },
    data: { accepted_at: new Date() },
  });
  if (invitation === undefined) throw new AppError("not_found");
  const { id, org_id: orgId, role } = invitation;
  await tx.member.createMany({
    data: { org_id: orgId, person_id: person.id, role },
    skipDuplicates: true,
  });
  const member = await tx.member.findUnique({
    where: { org_id_person_id: { org_id: orgId, person_id: person.id } },
  });
  // Removed by somebody in this very moment.
  if (member === null) throw new AppError("not_found");
  const actor = { type: "person" as const, id: person.id, name: person.name };
  const target = { type: "invitation", id };
  const who = { actor, address, requestId };
  await audit(tx, who, { action: "invitation.accepted", target, orgId });
  return { ...invitation, role: member.role };
}
