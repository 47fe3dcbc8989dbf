import type { Services } from "@/lib/services";

import { POLICY } from "./policy";

/**
 * Lets a webhook that got no slot come again in some seconds. The time lost so pushes back the end of its 24 hours when
 * it starts (contract, section 7 rule 9). Delivery-protocol, `due`: one organisation's share.
 * @param random uniform in [0, 1)
 */
export async function defer(services: Services, webhookId: string, random: number): Promise<void> {
  const { min, max } = POLICY.crowdedMs;
  await services.db.$executeRaw`
    UPDATE webhook SET asks = 0, wake_at = least(
      clock_timestamp() + milliseconds(${min + (max - min) * random}::float8),
      CASE WHEN disable_at <= not_before THEN disable_at END)
    WHERE id = ${webhookId} AND wake_at IS NOT NULL AND lease_until IS NULL`;
}
