import { audit } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Sets a new password by the token of a link. It ends every console session and command-line login of the person, and
 * all other such links (spec 4.9). API keys stay: they belong to
 * organisations.
 * @throws AppError `not_found` for a token that is unknown, used or expired; `unavailable`
 */
export async function confirmPasswordReset(
  { address, requestId, services }: VisitorContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, passwords, signInLimits } = services;
  if (!isToken("tmkpr_", token)) throw new AppError("not_found");
  const where = { hash: new Uint8Array(hashToken(token)), expires_at: { gt: new Date() } };
  if ((await db.password_reset.findFirst({ where })) === null) throw new AppError("not_found");
  const password_hash = await passwords.hash(password);
  const person = await db.$transaction(async (tx) => {
    const reset = await tx.password_reset.findFirst({ where });
    const { count } = await tx.password_reset.deleteMany({ where });
    if (reset === null || count === 0) throw new AppError("not_found");
    const found = await tx.person.update({
      where: { id: reset.person_id },
      data: { password_hash },
      select: { id: true, name: true, email: true },
    });
    await endEverything(tx, found.id);
    const actor = { type: "person" as const, id: found.id, name: found.name };
    const target = { type: "person", id: found.id };
    await audit(tx, { actor, address, requestId }, { action: "password.reset", target });
    return found;
  });
  // Whoever forgot it has tried before.
  await signInLimits.forgetPassword({ address, email: person.email });
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
