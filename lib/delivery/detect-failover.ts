import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

/**
 * Checks that the database server is still the same one. After a failover or a restore that may
 * have lost commits, cursors jump by 2^32 and every active webhook resyncs (spec 8.23).
 * @param lossless failovers never lose a commit, so a new timeline alone changes nothing
 */
export async function detectFailover(services: Uses<"db">, lossless: boolean): Promise<void> {
  const [row] = await services.db.$queryRaw<{ jumped: boolean }[]>`
    SELECT detect_failover(${lossless}) AS jumped`;
  if (row?.jumped) {
    log.warn("database server changed: cursors jumped and all active webhooks resync");
  }
}
