import { type Auditor, audit } from "@/lib/audit/record";
import type { Db } from "@/lib/db/client";

/**
 * Ends a user's console session (spec 3.5, 4.4).
 * @returns false if the user has no such active session
 */
export async function endSession(
  db: Db,
  who: Auditor,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id, user_id: userId, ended_at: null, expires_at: { gt: new Date() } },
      data: { ended_at: new Date() },
    });
    if (count === 0) return false;
    await audit(tx, who, { action: "session.ended", target: { type: "session", id } });
    return true;
  });
}
