import { pruneChanges } from "@/lib/changes/prune-changes";
import type { Db } from "@/lib/db/client";

import { isStalled } from "./is-stalled";
import { POLICY } from "./policy";

// Older than anything; what is beyond 100,000 goes all the same.
const FOREVER_MS = 100 * 365 * 24 * 3_600_000;

/**
 * Forgets changes that are no longer promised (spec 6.3). While deliveries stand still through our own
 * fault none goes for its age, so that nobody has to list anew for it (spec 8.22).
 * @returns how many changes went
 */
export async function pruneHistory(db: Db, now = Date.now()): Promise<number> {
  const { keepChangesMs, keepChanges: rows, pruneRows: step } = POLICY;
  const ms = (await isStalled(db, now)) ? FOREVER_MS : keepChangesMs;
  return pruneChanges(db, { ms, rows, step });
}
