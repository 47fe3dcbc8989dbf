import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** How old a proof of who one is may be, where a stolen cookie alone must not be enough. */
const RECENT = "10 minutes";

/** Whether a console session is alive and its person proved who they are within the last ten minutes. */
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
 * Refuses who may have no more than a stolen cookie.
 * @throws AppError `unauthenticated` without a session, `reauthentication_required` when its sign-in is too old
 */
export async function requireRecentSignIn(db: Db, sessionId: string | null): Promise<void> {
  if (sessionId === null) throw new AppError("unauthenticated");
  if (!(await isRecentSignIn(db, sessionId))) throw new AppError("reauthentication_required");
}

/** Holds a person until the commit: a password reset waits for it, and then ends what this transaction made. */
export async function holdPerson(tx: Prisma.TransactionClient, personId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM person WHERE id = ${personId} FOR SHARE`;
}
