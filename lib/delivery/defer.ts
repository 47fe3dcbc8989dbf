import type { Uses } from "@/lib/services";

import { POLICY } from "./policy";

/**
 * Postpones a webhook that got no slot or not its host's turn, with jitter (spec 8.9, 8.25).
 * When it starts, the time lost here is added to its 24 hours (spec 7.9).
 * @param ms about how long, in milliseconds
 * @param random uniform in [0, 1)
 */
export async function defer(
  services: Uses<"db">,
  webhookId: string,
  ms: number,
  random: number,
): Promise<void> {
  const { min, max } = POLICY.deferMs;
  const about = Math.min(Math.max(ms, min), max);
  await services.db.$executeRaw`
    UPDATE webhook SET wakeup_attempts = 0, wake_at = least(
      clock_timestamp() + milliseconds(${about * (0.5 + random)}::float8),
      CASE WHEN disable_at <= not_before THEN disable_at END)
    WHERE id = ${webhookId} AND wake_at IS NOT NULL
      AND (lease_until IS NULL OR lease_end(lease_until, clock_timestamp()) <= clock_timestamp())`;
}
