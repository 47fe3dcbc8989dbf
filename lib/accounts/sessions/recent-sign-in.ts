import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Maximum age of an authentication where a stolen cookie alone must not suffice. */
const RECENT = "10 minutes";

/** Whether a console session is active and was authenticated within the last ten minutes. */
export async function isRecentSignIn(
  db: Db | Prisma.TransactionClient,
  sessionId: string,
): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT id FROM session WHERE id = ${sessionId} AND ended_at IS NULL AND expires_at > clock_timestamp()
      AND authenticated_at > clock_timestamp() - ${RECENT}::interval`;
  return rows.length > 0;
}

/**
 * Refuses callers that may have only a stolen cookie.
 * @throws AppError `unauthenticated` without a session, `reauthentication_required` if its sign-in is too old
 */
export async function requireRecentSignIn(db: Db, sessionId: string | null): Promise<void> {
  if (sessionId === null) throw new AppError("unauthenticated");
  if (!(await isRecentSignIn(db, sessionId))) throw new AppError("reauthentication_required");
}

/**
 * Locks a user until the commit, so that a password reset waits and then ends what this creates.
 * @throws AppError `account_disabled`
 */
export async function holdUser(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const [user] = await tx.$queryRaw<{ disabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS disabled FROM app_user WHERE id = ${userId} FOR SHARE`;
  if (user?.disabled === true) throw new AppError("account_disabled");
}
