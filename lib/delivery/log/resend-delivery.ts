import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { runVerb } from "@/lib/webhooks/run-verb";

import { getDelivery } from "./read-deliveries";

/**
 * Sends a stored message once more (spec 7.36).
 * @throws AppError `not_found`; `webhook_not_active` when it is paused or disabled;
 *   `webhook_retrying` while a message waits for its retry; `webhook_resending` while another one
 *   waits to be resent; `message_not_kept`
 */
export async function resendDelivery(ctx: FilesystemContext, webhookId: string, messageId: string) {
  if (!isId("msg", messageId)) throw new AppError("not_found");
  await runVerb(
    ctx,
    webhookId,
    "webhook.resent",
    Prisma.sql`SELECT webhook_resend(${webhookId}, ${ctx.filesystemId}, ${messageId}) AS refusal`,
    { message_id: messageId },
  );
  return getDelivery(ctx, webhookId, messageId);
}
