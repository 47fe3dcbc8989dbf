import { type Auditor, audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";
import { endMounts } from "@/lib/mounts/end-mounts";

type Input = {
  id: string;
  userId: string;
  /** Whether someone else may be using it; false when the browser itself signs out or in again. */
  isRevoked: boolean;
};

/**
 * Ends a user's console session, and the mounts it made if it is revoked (spec 3.5, 4.4).
 * @returns false if the user has no such active session
 */
export async function endSession(
  db: Db,
  who: Auditor,
  { id, userId, isRevoked }: Input,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id, user_id: userId, ended_at: null, expires_at: { gt: new Date() } },
      data: { ended_at: new Date() },
    });
    if (count === 0) return false;
    await audit(tx, who, { action: "session.ended", target: { type: "session", id } });
    // After the session: its lock makes mounts it is creating visible here.
    if (isRevoked) await endMounts(tx, who, { userId, madeWith: { type: "session", id } });
    return true;
  });
}
