import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/**
 * Checks the password of the signed-in caller. Attempts count like sign-ins, before they are compared.
 * @returns the hash it was compared with
 * @throws AppError `forbidden` for a wrong one, `rate_limited`, `unavailable`
 */
export async function checkOwnPassword(
  { actor, address, services }: UserContext,
  password: string,
): Promise<string | null> {
  const { db, passwords, signInLimits } = services;
  const who = { address, email: actor.email, known: actor.credential };
  await signInLimits.countOwnPassword(actor.email);
  await signInLimits.countPassword(who);
  const { password_hash: hash } = await db.user.findUniqueOrThrow({ where: { id: actor.id } });
  if (!(await passwords.verify(hash, password))) throw new AppError("forbidden");
  await signInLimits.forgetPassword(who);
  return hash;
}
