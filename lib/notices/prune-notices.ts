import { LIMITS } from "@/lib/contract/limits";
import type { Db } from "@/lib/db/client";
import { firstIdAt } from "@/lib/ids";

const DAY_MS = 24 * 3_600_000;
// Pruning runs every minute; what a longer gap leaves is deleted after an organisation's next notice.
const RECENT_MS = 120_000;
const STEP = 1_000;

/**
 * Deletes the notices more than 30 days before `now`, and those beyond the newest 1,000 of an organisation (spec 7.38),
 * in small steps. Ids contain the time, so only old and recent rows are read.
 * @returns how many were deleted
 */
export async function pruneNotices(db: Db, now = Date.now()): Promise<number> {
  const old = firstIdAt("notice", now - LIMITS.noticeDays * DAY_MS);
  const recent = firstIdAt("notice", now - RECENT_MS);
  return (
    (await repeat(
      () => db.$executeRaw`
        DELETE FROM notice WHERE id IN (
          SELECT id FROM notice WHERE id < ${old} ORDER BY id LIMIT ${STEP} FOR UPDATE SKIP LOCKED)`,
    )) +
    (await repeat(
      () => db.$executeRaw`
        DELETE FROM notice WHERE id IN (
          SELECT n.id FROM (SELECT DISTINCT org_id FROM notice WHERE id >= ${recent}) o CROSS JOIN LATERAL (
            SELECT id FROM notice WHERE org_id = o.org_id ORDER BY id DESC OFFSET ${LIMITS.notices}) n
          LIMIT ${STEP})`,
    ))
  );
}

async function repeat(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let n = STEP; n >= STEP; total += n) n = await step();
  return total;
}
