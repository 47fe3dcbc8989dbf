import type { Db } from "@/lib/db/client";
import { firstIdAt } from "@/lib/ids";

const MINUTE_MS = 60_000;

/**
 * Whether webhooks are due and yet no attempt started for a minute, which can only be our own
 * fault. Pruning by age pauses meanwhile (spec 8.22).
 */
export async function isStalled(db: Db, now = Date.now()): Promise<boolean> {
  const [row] = await db.$queryRaw<{ stalled: boolean }[]>`
    SELECT deliveries_stalled(${firstIdAt("att", now - MINUTE_MS)}) AS stalled`;
  return row?.stalled ?? false;
}
