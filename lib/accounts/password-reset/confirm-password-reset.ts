import { describeProvider } from "@/lib/accounts/identities/providers";
import { audit, type Auditor } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import { sendSecurityEmail } from "@/lib/auth/send-security-email";
import { hashToken, isToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Sets a new password by the token of a link. It ends every console session and command-line login of the person,
 * removes every connected identity, since someone else may have made each of them, and voids all other such links
 * (spec 4.9). An e-mailed link proves the address. API keys stay:
 * they belong to organisations.
 * @returns the providers whose identities were removed
 * @throws AppError `not_found` for a token that is unknown, used or expired; `unavailable`
 */
export async function confirmPasswordReset(
  ctx: VisitorContext,
  { token, password }: { token: string; password: string },
) {
  const { address, services } = ctx;
  const { db, passwords, settings, signInLimits } = services;
  if (!isToken("tmkpr_", token)) throw new AppError("not_found");
  const where = { hash: new Uint8Array(hashToken(token)), expires_at: { gt: new Date() } };
  if ((await db.password_reset.findFirst({ where })) === null) throw new AppError("not_found");
  const password_hash = await passwords.hash(password);
  const { email, issuers } = await db.$transaction((tx) => reset(tx, ctx, where, password_hash));
  // Whoever forgot it has tried before.
  await signInLimits.forgetPassword({ address, email });
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
  // Waits for sessions and identities that are being made for the person, and then finds them.
  const { id, name, email } = await tx.person.update({
    where: { id: link.person_id },
    data: { password_hash, ...(link.emailed ? { email_verified_at: new Date() } : {}) },
  });
  const who = { actor: { type: "person" as const, id, name }, address, requestId };
  await endEverything(tx, id);
  const issuers = await removeIdentities(tx, who, id);
  await audit(tx, who, { action: "password.reset", target: { type: "person", id } });
  return { email, issuers };
}

async function endEverything(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  const alive = { person_id: personId, ended_at: null };
  const ended_at = new Date();
  // First, and it waits for a poll under way: a device that was approved would become a login after all.
  await tx.device_authorization.deleteMany({ where: { person_id: personId, status: "approved" } });
  await tx.session.updateMany({ where: alive, data: { ended_at } });
  await tx.login.updateMany({ where: alive, data: { ended_at, ended_reason: "password_reset" } });
  await tx.password_reset.deleteMany({ where: { person_id: personId } });
}

/** The issuers of the identities that are gone. */
async function removeIdentities(
  tx: Prisma.TransactionClient,
  who: Auditor,
  personId: string,
): Promise<string[]> {
  const removed = await tx.$queryRaw<{ id: string; issuer: string }[]>`
    DELETE FROM identity WHERE person_id = ${personId} RETURNING id, issuer`;
  for (const { id } of removed)
    await audit(tx, who, { action: "identity.removed", target: { type: "identity", id } });
  return removed.map(({ issuer }) => issuer);
}
