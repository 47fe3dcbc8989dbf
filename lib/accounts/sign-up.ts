import { audit } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";
import { findInvitation, useInvitation } from "@/lib/organisations/use-invitation";

import { refuseWeakPassword } from "./refuse-weak-password";

/**
 * Creates the account of an invited address and accepts the invitation (spec 4.8). If a link was e-mailed,
 * only that one works, and it verifies the address (docs/decisions/0017-verified-addresses.md). An existing
 * account is not changed; its user signs in and accepts.
 * @returns the user, the address to sign in with and the organisation
 * @throws AppError `not_found` for an unknown or expired token, `email_verification_required` for the
 *   inviter's link, `already_exists` if the address has an account
 */
export async function signUp(
  ctx: VisitorContext,
  { token, name, password }: { token: string; name: string; password: string },
) {
  const { address, requestId } = ctx;
  const { db, passwords, signInLimits } = ctx.services;
  if (!isToken("tmkinv_", token)) throw new AppError("not_found");
  const hash = hashToken(token);
  const invitation = await findInvitation(db, hash);
  if (invitation === null) throw new AppError("not_found");
  if (invitation.needsProof) throw new AppError("email_verification_required");
  const { email } = invitation;
  if ((await db.user.findUnique({ where: { email } })) !== null)
    throw new AppError("already_exists");
  await signInLimits.countOwnPassword(email);
  await refuseWeakPassword(password, "password", [email, name]);
  const password_hash = await passwords.hash(password);
  const made = await db.$transaction(async (tx) => {
    const user = { id: newId("user"), email, name };
    const { count } = await tx.user.createMany({
      data: { ...user, password_hash },
      skipDuplicates: true,
    });
    if (count === 0) throw new AppError("already_exists");
    const actor = { type: "user" as const, id: user.id, name };
    const target = { type: "user", id: user.id };
    await audit(tx, { actor, address, requestId }, { action: "user.created", target });
    const used = await useInvitation(tx, { hash, user, address, requestId });
    return { user_id: user.id, email, org_id: used.org_id };
  });
  sendSecurityEmail(ctx.services, email, { type: "account_created" });
  return made;
}
