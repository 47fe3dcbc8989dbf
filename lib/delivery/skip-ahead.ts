import type { Uses } from "@/lib/services";

import type { NextDelivery } from "./read-next-delivery";

/**
 * Moves a webhook past changes outside its prefix (spec 7.3). False: the webhook changed meanwhile.
 */
export async function skipAhead(
  services: Uses<"db">,
  webhookId: string,
  next: NextDelivery,
): Promise<boolean> {
  const [row] = await services.db.$queryRaw<{ skipped: boolean }[]>`
    SELECT webhook_skip(${webhookId}, ${next.rev}, ${next.scanned}::text::bigint) AS skipped`;
  return row?.skipped ?? false;
}
