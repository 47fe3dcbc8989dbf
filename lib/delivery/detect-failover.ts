import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

/**
 * Makes sure that the database is the server it was. After a failover or a restore that may have lost commits cursors
 * jump by 2^32 and every active webhook resyncs (spec 8.23).
 * @param lossless nothing is lost when the timeline changes
 */
export async function checkDatabase(services: Uses<"db">, lossless: boolean): Promise<void> {
  const [row] = await services.db.$queryRaw<{ jumped: boolean }[]>`
    SELECT database_check(${lossless}) AS jumped`;
  if (row?.jumped) {
    log.warn("the database is another server than before: cursors jumped and webhooks resync");
  }
}
