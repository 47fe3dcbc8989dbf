import { recordView } from "@/lib/audit/record-view";
import type { UserContext } from "@/lib/auth/context";

import { requireSupportWebhook } from "./read-failing-webhooks";

/**
 * Admits support staff to the delivery log of one webhook, if it exists, and records the view in
 * the audit log of its organisation (spec 4.34).
 * @throws AppError `not_found`
 */
export async function admitToDeliveries(ctx: UserContext, webhookId: string): Promise<void> {
  const { org_id: orgId } = await requireSupportWebhook(ctx.services.db, webhookId);
  const target = { type: "webhook", id: webhookId };
  await recordView(ctx, "support.deliveries_viewed", [orgId], target);
}
