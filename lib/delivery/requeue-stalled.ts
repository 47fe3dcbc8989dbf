import type { Uses } from "@/lib/services";

import { isStalled } from "./is-stalled";

/**
 * Makes webhooks due at once whose wake-ups were lost while the engine was down: the reconciler
 * backs off, and no one should wait for that once the engine is back. Retries and leases are left
 * alone. After more than a minute, the resyncs that follow are spread over the next one.
 */
export async function requeueStalled(services: Uses<"db">): Promise<void> {
  const stalled = await isStalled(services.db);
  await services.db.$executeRaw`
    UPDATE webhook SET wake_at = clock_timestamp(), wakeup_attempts = 0
    WHERE id IN (
      SELECT id FROM webhook
      WHERE wake_at IS NOT NULL AND wakeup_attempts > 1 AND lease_until IS NULL
        AND not_before <= clock_timestamp()
      ORDER BY id FOR UPDATE SKIP LOCKED)`;
  if (stalled) await services.db.$executeRaw`SELECT outage_over()`;
}
