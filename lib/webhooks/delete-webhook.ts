import { audit, type Auditor } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError } from "@/lib/errors";

/**
 * Deletes a webhook with its log. An attempt in flight is not recorded; none starts afterwards.
 * @throws AppError `not_found`
 */
export async function deleteWebhook(ctx: FilesystemContext, webhookId: string): Promise<void> {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  // Pruning locks deliveries and messages in a different order.
  await retryDeadlock(() => deleteOnce(ctx, webhookId));
  ctx.services.live.announce(ctx.filesystemId, webhookId);
}

const deleteOnce = (ctx: FilesystemContext, id: string) =>
  ctx.services.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM filesystem WHERE id = ${ctx.filesystemId} FOR NO KEY UPDATE`;
    if (!(await removeWebhook(tx, ctx, { id, filesystemId: ctx.filesystemId })))
      throw new AppError("not_found");
  });

type Removed = { id: string; filesystemId: string; orgId?: string };

/** Deletes a webhook in a transaction that has locked its filesystem; resolves to whether it was there. */
export async function removeWebhook(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { id, filesystemId, orgId }: Removed,
): Promise<boolean> {
  const [deleted] = await tx.$queryRaw<{ url: string; host: string }[]>`
    DELETE FROM webhook WHERE id = ${id} AND filesystem_id = ${filesystemId} RETURNING url, host`;
  if (deleted === undefined) return false;
  await tx.$executeRaw`
    UPDATE filesystem SET webhook_count = webhook_count - 1 WHERE id = ${filesystemId}`;
  await audit(tx, who, {
    action: "webhook.deleted",
    target: { type: "webhook", id, name: deleted.host },
    details: { filesystem_id: filesystemId, url: deleted.url },
    ...(orgId === undefined ? {} : { orgId }),
  });
  return true;
}
