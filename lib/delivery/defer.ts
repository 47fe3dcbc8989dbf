import type { Uses } from "@/lib/services";

import { POLICY } from "./policy";

/**
 * Lets a webhook that got no slot come again after about as long as the slots in use are held, spread. The time lost so
 * pushes back the end of its 24 hours when it starts (spec 7.9). See spec 8.9.
 * @param heldMs how long slots are held (`Slots`)
 * @param random uniform in [0, 1)
 */
export async function defer(
  services: Uses<"db">,
  webhookId: string,
  heldMs: number,
  random: number,
): Promise<void> {
  const { min, max } = POLICY.crowdedMs;
  const about = Math.min(Math.max(heldMs, min), max);
  await services.db.$executeRaw`
    UPDATE webhook SET asks = 0, wake_at = least(
      clock_timestamp() + milliseconds(${about * (0.5 + random)}::float8),
      CASE WHEN disable_at <= not_before THEN disable_at END)
    WHERE id = ${webhookId} AND wake_at IS NOT NULL AND lease_until IS NULL`;
}
