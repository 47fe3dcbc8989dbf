import { RECENT } from "@/lib/auth/callers/user";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Whether a console session is still active and its user confirmed who they are within the last ten minutes; held
 * until the commit. Hold the user first, as `holdCaller` does.
 */
export async function isRecentSignIn(
  db: Prisma.TransactionClient,
  sessionId: string,
): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT id FROM session WHERE id = ${sessionId} AND ended_at IS NULL AND expires_at > clock_timestamp()
      AND authenticated_at > clock_timestamp() - ${RECENT}::interval FOR SHARE`;
  return rows.length > 0;
}

/**
 * Locks a user until the commit, so that a password reset waits and then ends what this creates.
 * @throws AppError `account_disabled`; `unauthenticated` if the account was deleted meanwhile
 */
export async function holdUser(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const [user] = await tx.$queryRaw<{ disabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS disabled FROM app_user WHERE id = ${userId} FOR SHARE`;
  if (user === undefined) throw new AppError("unauthenticated");
  if (user.disabled) throw new AppError("account_disabled");
}
