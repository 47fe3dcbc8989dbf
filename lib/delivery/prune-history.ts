import { pruneChanges } from "@/lib/changes/prune-changes";
import type { Db } from "@/lib/db/client";

import { isStalled } from "./is-stalled";
import { POLICY } from "./policy";

// Longer than any history, except one of more than 100,000 changes, which counts from 1970 and is still pruned.
const FOREVER_MS = 20 * 365 * 24 * 3_600_000;

/**
 * Deletes changes that are no longer promised (spec 6.3). While deliveries are stalled through our
 * own fault none is deleted for its age, so that no receiver has to list again because of it
 * (spec 8.22).
 * @returns how many changes were deleted
 */
export async function pruneHistory(db: Db, now = Date.now()): Promise<number> {
  const { keepChangesMs, keepChanges: rows, pruneRows: step } = POLICY;
  const ms = (await isStalled(db, now)) ? FOREVER_MS : keepChangesMs;
  return pruneChanges(db, { ms, rows, step });
}
