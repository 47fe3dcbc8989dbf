import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

/**
 * Deletes a webhook with its log. An attempt in flight is not recorded; none starts afterwards.
 * @throws AppError `not_found`
 */
export async function deleteWebhook(ctx: FilesystemContext, webhookId: string): Promise<void> {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM filesystem WHERE id = ${ctx.filesystemId} FOR NO KEY UPDATE`;
    const [deleted] = await tx.$queryRaw<{ url: string; host: string }[]>`
      DELETE FROM webhook WHERE id = ${webhookId} AND filesystem_id = ${ctx.filesystemId} RETURNING url, host`;
    if (deleted === undefined) throw new AppError("not_found");
    await tx.$executeRaw`
      UPDATE filesystem SET webhook_count = webhook_count - 1 WHERE id = ${ctx.filesystemId}`;
    await audit(tx, ctx, {
      action: "webhook.deleted",
      target: { type: "webhook", id: webhookId, name: deleted.host },
      details: { filesystem_id: ctx.filesystemId, url: deleted.url },
    });
  });
  ctx.services.live.announce(ctx.filesystemId, webhookId);
}
