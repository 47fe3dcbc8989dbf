import type { Prisma } from "@/lib/db/client";

/**
 * Locks a user's second factors until the commit, so that there are recovery codes exactly while there is one.
 * @returns whether they have an authenticator app, and how many passkeys
 */
export async function holdFactors(tx: Prisma.TransactionClient, userId: string) {
  await tx.$queryRaw`SELECT FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
  const app = await tx.second_factor.count({
    where: { user_id: userId, confirmed_at: { not: null } },
  });
  const passkeys = await tx.passkey.count({ where: { user_id: userId } });
  return { app: app > 0, passkeys };
}

/** Deletes the recovery codes of a user who has removed their last second factor. */
export async function dropUnusedCodes(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const { app, passkeys } = await holdFactors(tx, userId);
  if (!app && passkeys === 0) await tx.recovery_code.deleteMany({ where: { user_id: userId } });
}
