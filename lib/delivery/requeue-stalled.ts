import type { Uses } from "@/lib/services";

import { isStalled } from "./is-stalled";

/**
 * Makes webhooks due at once whose wake-ups were lost while the engine was away: the guard asks ever more rarely,
 * and nobody should wait for that once the engine is back. What waits for a retry or holds a lease stays. After more than
 * a minute the resyncs that came of it are spread over the next one.
 */
export async function askAgain(services: Uses<"db">): Promise<void> {
  const stalled = await isStalled(services.db);
  await services.db.$executeRaw`
    UPDATE webhook SET wake_at = clock_timestamp(), asks = 0
    WHERE id IN (
      SELECT id FROM webhook
      WHERE wake_at IS NOT NULL AND asks > 1 AND lease_until IS NULL AND not_before <= clock_timestamp()
      ORDER BY id FOR UPDATE SKIP LOCKED)`;
  if (stalled) await services.db.$executeRaw`SELECT outage_over()`;
}
