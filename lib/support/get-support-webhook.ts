import type { UserContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { selectWebhooks } from "@/lib/webhooks/read-webhooks";

import { viewWebhook } from "./view-webhook";

/**
 * One webhook of any organisation, healthy or not, with what its page shows support staff (spec 4.33).
 * @throws AppError `not_found`
 */
export async function getSupportWebhook(ctx: UserContext, webhookId: string) {
  const webhook = await viewWebhook(ctx, "support.webhook_viewed", webhookId);
  const [own] = await selectWebhooks(ctx.services.db, Prisma.sql`w.id = ${webhookId}`, 1);
  if (own === undefined) throw new AppError("not_found");
  return {
    ...webhook,
    created_at: own.created_at,
    last_success_at: own.last_success_at,
    last_failure_at: own.last_failure_at,
    last_failure_detail: own.last_failure_detail,
    pending_changes: own.pending_changes,
    pending_since: own.pending_since,
    pending_message: own.pending_message,
  };
}
