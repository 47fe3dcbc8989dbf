import { endAccess } from "@/lib/accounts/end-access";
import { describeProvider } from "@/lib/accounts/identities/providers";
import { refuseWeakPassword } from "@/lib/accounts/refuse-weak-password";
import { audit, auditAll, type Auditor } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

/**
 * Sets a new password with the token of a link. Ends all of the user's access and removes every connected
 * identity, since an attacker may have created them; passkeys become second factors only (spec 4.9, 3.26). An e-mailed link verifies the address.
 * @returns the providers whose identities were removed
 * @throws AppError `not_found` for an unknown, used or expired token; `unavailable`
 */
export async function confirmPasswordReset(
  ctx: VisitorContext,
  { token, password }: { token: string; password: string },
) {
  const { address, services } = ctx;
  const { db, passwords, settings, signInLimits } = services;
  if (!isToken("tmkpr_", token)) throw new AppError("not_found");
  const where = { hash: new Uint8Array(hashToken(token)), expires_at: { gt: new Date() } };
  const found = await db.password_reset.findFirst({ where, include: { user: true } });
  if (found === null) throw new AppError("not_found");
  await signInLimits.countOwnPassword(found.user.email);
  await refuseWeakPassword(password, "password", [found.user.email, found.user.name]);
  const password_hash = await passwords.hash(password);
  const { email, issuers } = await db.$transaction((tx) => reset(tx, ctx, where, password_hash));
  // The user, or someone who tried to lock them out, used up attempts before the reset.
  await signInLimits.forgetAccount({ address, email });
  const removed = issuers.map((issuer) => describeProvider(settings, issuer));
  const disconnected = removed.map(({ name }) => name);
  sendSecurityEmail(services, email, { type: "password_reset", disconnected });
  return { disconnected_identities: removed };
}

async function reset(
  tx: Prisma.TransactionClient,
  { address, requestId }: VisitorContext,
  where: Prisma.password_resetWhereInput,
  password_hash: string,
) {
  const link = await tx.password_reset.findFirst({ where });
  const { count } = await tx.password_reset.deleteMany({ where });
  if (link === null || count === 0) throw new AppError("not_found");
  // Waits for sessions and identities being created for the user, so that they are found below.
  const { id, name, email } = await tx.user.update({
    where: { id: link.user_id },
    data: { password_hash, ...(link.emailed ? { email_verified_at: new Date() } : {}) },
  });
  const who = { actor: { type: "user" as const, id, name }, address, requestId };
  await endAccess(tx, who, { userId: id, keptSession: null, loginReason: "password_reset" });
  const issuers = await removeIdentities(tx, who, id);
  // They stay as a second factor; one that an attacker added does not follow the new password.
  await tx.passkey.updateMany({ where: { user_id: id }, data: { signs_in: false } });
  await audit(tx, who, { action: "password.reset", target: { type: "user", id } });
  return { email, issuers };
}

/** Removes the identities; returns their issuers. */
async function removeIdentities(
  tx: Prisma.TransactionClient,
  who: Auditor,
  userId: string,
): Promise<string[]> {
  const removed = await tx.$queryRaw<{ id: string; issuer: string }[]>`
    DELETE FROM identity WHERE user_id = ${userId} RETURNING id, issuer`;
  const events = removed.map(({ id, issuer }) => ({
    action: "identity.removed" as const,
    target: { type: "identity", id },
    details: { issuer },
  }));
  await auditAll(tx, who, events);
  return removed.map(({ issuer }) => issuer);
}
