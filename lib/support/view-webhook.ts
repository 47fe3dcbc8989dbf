import { recordView } from "@/lib/audit/record-view";
import type { UserContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { SupportWebhook } from "@/lib/contract/support";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { selectWebhooks } from "./read-failing-webhooks";

/**
 * Shows support staff one webhook, healthy or not, or lets them read its log, and records the view in the audit log of
 * its organisation (spec 4.34).
 * @throws AppError `not_found`
 */
export async function viewWebhook(
  ctx: UserContext,
  action: "support.webhook_viewed" | "support.deliveries_viewed",
  id: string,
): Promise<SupportWebhook> {
  const { db } = ctx.services;
  if (!isId("wh", id)) throw new AppError("not_found");
  const [webhook] = await selectWebhooks(db, Prisma.sql`w.id = ${id}`, 1);
  const owner = await db.webhook.findUnique({ where: { id }, select: { filesystem_id: true } });
  if (webhook === undefined || owner === null) throw new AppError("not_found");
  await recordView(ctx, action, [webhook.org_id], {
    target: { type: "webhook", id },
    details: owner,
  });
  return webhook;
}
