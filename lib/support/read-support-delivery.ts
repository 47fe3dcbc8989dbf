import type { UserContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { selectDeliveries } from "@/lib/delivery/log/read-deliveries";
import { AppError } from "@/lib/errors";

import { viewWebhook } from "./view-webhook";

/**
 * One delivery of any webhook by its id, without its body, for support staff (spec 4.33). The view is
 * recorded as one of the webhook's delivery log.
 * @throws AppError `not_found`
 */
export async function readSupportDelivery(ctx: UserContext, messageId: string) {
  const { db } = ctx.services;
  const found = isId("msg", messageId)
    ? await db.delivery.findUnique({ where: { id: messageId }, select: { webhook_id: true } })
    : null;
  if (found === null) throw new AppError("not_found");
  await viewWebhook(ctx, "support.deliveries_viewed", found.webhook_id);
  const [delivery] = await selectDeliveries(db, found.webhook_id, { id: messageId, limit: 1 });
  if (delivery === undefined) throw new AppError("not_found");
  return delivery;
}
