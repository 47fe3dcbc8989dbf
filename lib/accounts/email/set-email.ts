import { type Auditor, audit } from "@/lib/audit/record";
import type { Db, Prisma } from "@/lib/db/client";
import { isDuplicate } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";

/**
 * Gives an account another address, which counts as verified, and ends password resets sent to the earlier one.
 * @returns the earlier address
 * @throws AppError `already_exists` if another account has the address
 */
export async function setEmail(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const { email: before } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const data = { email, email_verified_at: new Date() };
  await tx.user.update({ where: { id: userId }, data }).catch((error: unknown) => {
    throw isDuplicate(error) ? new AppError("already_exists") : error;
  });
  await tx.password_reset.deleteMany({ where: { user_id: userId } });
  const details = { email, before: { email: before } };
  await audit(tx, who, { action: "email.changed", target: { type: "user", id: userId }, details });
  return before;
}

/** Changes the address of an account from the shell, for services without e-mail (spec 4.48). Null: unknown address. */
export async function changeEmailOf(db: Db, email: string, to: string) {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } });
    if (user === null) return null;
    await tx.email_change.deleteMany({ where: { user_id: user.id } });
    await setEmail(tx, "shell", { userId: user.id, email: to });
    return { id: user.id, email: to };
  });
}
