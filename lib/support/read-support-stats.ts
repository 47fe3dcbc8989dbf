import type { UserContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";
import { selectStats, type StatsWindow } from "@/lib/delivery/log/read-stats";

import { viewWebhook } from "./view-webhook";

/**
 * The attempts of one webhook over time, as its organisation sees them (spec 4.33).
 * @throws AppError `not_found`
 */
export async function readSupportStats(
  ctx: UserContext,
  webhookId: string,
  { window }: { window: StatsWindow },
) {
  await viewWebhook(ctx, "support.deliveries_viewed", webhookId);
  return selectStats(ctx.services.db, Prisma.sql`s.webhook_id = ${webhookId}`, window);
}
