import { LIMITS } from "@/lib/contract/limits";
import type { Db } from "@/lib/db/client";

import { purgeStep } from "./purge-trash";

const DAY_MS = 24 * 60 * 60 * 1000;
// Keeps a step of the engine well below its timeout.
const STEP_PURGES = 50;

/** One step of deleting what has been in the trash for 30 days (spec 5.34). Returns whether there is more. */
export async function pruneTrash(db: Db, now: Date): Promise<{ purged: number; more: boolean }> {
  const before = new Date(now.getTime() - LIMITS.trashDays * DAY_MS);
  let purged = 0;
  for (let n = 0; n < STEP_PURGES; n++) {
    // The items of a deleted filesystem go with its entries.
    const [oldest] = await db.$queryRaw<{ filesystem_id: string }[]>`
      SELECT i.filesystem_id FROM trash_item i JOIN filesystem f ON f.id = i.filesystem_id
      WHERE i.deleted_at < ${before} ORDER BY i.deleted_at LIMIT 1`;
    if (oldest === undefined) return { purged, more: false };
    purged += (await purgeStep(db, oldest.filesystem_id, { before })).purged;
  }
  return { purged, more: true };
}
