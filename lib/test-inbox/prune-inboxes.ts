import { LIMITS } from "@/lib/contract/limits";
import type { Db } from "@/lib/db/client";

const HOUR_MS = 3_600_000;
const STEP = 1_000;

/**
 * Deletes the messages that test inboxes received more than 24 hours before `now` (spec 7.37), in small steps.
 * @returns how many were deleted
 */
export async function pruneInboxes(db: Db, now = Date.now()): Promise<number> {
  const before = new Date(now - LIMITS.inboxHours * HOUR_MS);
  let total = 0;
  for (let n = STEP; n >= STEP; total += n) {
    n = await db.$executeRaw`
      DELETE FROM inbox_message WHERE (webhook_id, id) IN (
        SELECT webhook_id, id FROM inbox_message WHERE received_at < ${before} ORDER BY received_at LIMIT ${STEP}
        FOR UPDATE SKIP LOCKED)`;
  }
  return total;
}
