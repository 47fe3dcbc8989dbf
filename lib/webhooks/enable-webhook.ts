import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { getWebhook } from "./read-webhooks";

type Refusal = "not_found" | "webhook_not_disabled" | "webhook_access_revoked";

/**
 * Enables a webhook that was disabled for failing (spec 7.10): its waiting message is dropped and
 * the next one is a resync.
 * @throws AppError `not_found`, `webhook_not_disabled`; `webhook_access_revoked` when its creator
 *   can no longer read
 */
export async function enableWebhook(ctx: FilesystemContext, webhookId: string) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ refusal: Refusal | null }[]>`
      SELECT webhook_enable(${webhookId}, ${ctx.orgId}, ${ctx.filesystemId}) AS refusal`;
    if (row?.refusal) throw new AppError(row.refusal);
    await audit(tx, ctx, {
      action: "webhook.enabled",
      target: { type: "webhook", id: webhookId },
      details: { filesystem_id: ctx.filesystemId },
    });
  });
  ctx.services.wakeWebhooks([webhookId]);
  ctx.services.live.announce(ctx.filesystemId, webhookId);
  return getWebhook(ctx, webhookId);
}
