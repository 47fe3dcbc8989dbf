import type { PersonContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/**
 * Checks the password of the caller, who is signed in already. Guesses are counted like sign-ins, and before they are
 * compared.
 * @returns the hash that it was compared with
 * @throws AppError `forbidden` when it is wrong, `rate_limited`, `unavailable`
 */
export async function checkOwnPassword(
  { actor, address, services }: PersonContext,
  password: string,
): Promise<string | null> {
  const { db, passwords, signInLimits } = services;
  const who = { address, email: actor.email };
  await signInLimits.countPassword(who);
  const { password_hash: hash } = await db.person.findUniqueOrThrow({ where: { id: actor.id } });
  if (!(await passwords.verify(hash, password))) throw new AppError("forbidden");
  await signInLimits.forgetPassword(who);
  return hash;
}
