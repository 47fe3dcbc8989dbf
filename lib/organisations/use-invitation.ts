import { audit } from "@/lib/audit/record";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

type Input = {
  /** Hash of the token in the invitation's link. */
  hash: Uint8Array;
  user: { id: string; email: string; name: string };
  address: string;
  requestId: string;
};

/** Condition of open invitations. */
export const isOpen = () => ({
  accepted_at: null,
  voided_at: null,
  expires_at: { gt: new Date() },
});

/**
 * The open invitation of a token, or null. The e-mailed token proves the address; the inviter's does not.
 * @param hash of the token in the invitation's link
 * @returns `proves`: found by the e-mailed token; `needsProof`: by the inviter's although one was e-mailed
 */
export async function findInvitation(db: Db | Prisma.TransactionClient, hash: Uint8Array) {
  const bytes = new Uint8Array(hash);
  const found = await db.invitation.findFirst({
    where: { OR: [{ hash: bytes }, { emailed_hash: bytes }], ...isOpen() },
    select: { id: true, email: true, emailed_hash: true },
  });
  if (found === null) return null;
  const { id, email, emailed_hash: emailed } = found;
  const proves = emailed !== null && Buffer.from(emailed).equals(bytes);
  return { id, email, proves, needsProof: emailed !== null && !proves };
}

/**
 * Uses an invitation once, for a user with the invited address (spec 4.8, 4.13). Existing members keep their
 * role. The e-mailed token verifies the address; the inviter's suffices only for a verified address.
 * @returns the invitation with the user's current role
 * @throws AppError `not_found` for an unknown, used, voided or expired one and for another address alike;
 *   `email_verification_required`
 */
export async function useInvitation(
  tx: Prisma.TransactionClient,
  { hash, user, address, requestId }: Input,
) {
  const { email } = user;
  const link = await findInvitation(tx, hash);
  if (link === null || link.email !== email) throw new AppError("not_found");
  await proveAddress(tx, user.id, link);
  const [invitation] = await tx.invitation.updateManyAndReturn({
    where: { id: link.id, email, ...isOpen() },
    data: { accepted_at: new Date() },
  });
  if (invitation === undefined) throw new AppError("not_found");
  const { id, org_id: orgId, role } = invitation;
  await tx.member.createMany({
    data: { org_id: orgId, user_id: user.id, role },
    skipDuplicates: true,
  });
  const member = await tx.member.findUnique({
    where: { org_id_user_id: { org_id: orgId, user_id: user.id } },
  });
  // Removed concurrently.
  if (member === null) throw new AppError("not_found");
  const actor = { type: "user" as const, id: user.id, name: user.name };
  const target = { type: "invitation", id };
  const who = { actor, address, requestId };
  await audit(tx, who, { action: "invitation.accepted", target, details: { email, role }, orgId });
  return { ...invitation, role: member.role };
}

async function proveAddress(
  tx: Prisma.TransactionClient,
  id: string,
  { proves, needsProof }: { proves: boolean; needsProof: boolean },
): Promise<void> {
  const unproven = { id, email_verified_at: null };
  if (proves)
    await tx.user.updateMany({ where: unproven, data: { email_verified_at: new Date() } });
  else if (needsProof && (await tx.user.findFirst({ where: unproven })) !== null)
    throw new AppError("email_verification_required");
}
