import { audit, type AuditEvent } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { PlainCode } from "@/lib/contract/limit-codes";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { getWebhook } from "./read-webhooks";

/**
 * Changes a webhook with one SQL function and an audit entry in one transaction, wakes it and shows it.
 * @param call the statement that selects the `refusal` code, or null
 * @throws AppError `not_found`, and each refusal
 */
export async function runVerb(
  ctx: FilesystemContext,
  webhookId: string,
  action: AuditEvent["action"],
  call: Prisma.Sql,
  details: { message_id?: string } = {},
) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  await ctx.services.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ refusal: PlainCode | null }[]>(call);
    if (row?.refusal) throw new AppError(row.refusal);
    await audit(tx, ctx, {
      action,
      target: { type: "webhook", id: webhookId },
      details: { filesystem_id: ctx.filesystemId, ...details },
    });
  });
  ctx.services.wakeWebhooks([webhookId]);
  ctx.services.live.announce(ctx.filesystemId, webhookId);
  return getWebhook(ctx, webhookId);
}
