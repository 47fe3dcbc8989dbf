import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { getWebhook } from "./read-webhooks";

/**
 * Brings the waiting attempt of a webhook forward to now, or to when pacing allows it (spec 7.11).
 * While one is in flight it has no effect.
 * @throws AppError `not_found`; `webhook_not_retrying` when no message waits
 */
export async function retryNow(ctx: FilesystemContext, webhookId: string) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ refusal: "not_found" | "webhook_not_retrying" | null }[]>`
      SELECT webhook_retry_now(${webhookId}, ${ctx.filesystemId}) AS refusal`;
    if (row?.refusal) throw new AppError(row.refusal);
    await audit(tx, ctx, {
      action: "webhook.retried",
      target: { type: "webhook", id: webhookId },
    });
  });
  ctx.services.wakeWebhooks([webhookId]);
  ctx.services.live.announce(ctx.filesystemId, webhookId);
  return getWebhook(ctx, webhookId);
}
