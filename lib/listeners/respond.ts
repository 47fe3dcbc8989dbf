import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { requireWebhook } from "@/lib/webhooks/read-webhooks";

import { announceResponse } from "./channel";

/**
 * Responds to a message of a listener's stream (spec 4.61, 7.39).
 * @param response a status, or why there is none
 * @throws AppError `not_found`; `listener_response_late` when the attempt has ended or has a response already
 */
export async function respond(
  ctx: FilesystemContext,
  webhookId: string,
  { request_id: requestId, response }: { request_id: string; response: number | string },
): Promise<void> {
  await requireWebhook(ctx, webhookId);
  const { db, pool } = ctx.services;
  const taken = await db.$executeRaw`
    UPDATE listener SET response = ${String(response)}
    WHERE webhook_id = ${webhookId} AND request_id = ${requestId} AND response IS NULL
      AND request_until > clock_timestamp()`;
  if (taken === 0) throw new AppError("listener_response_late");
  await announceResponse(pool, requestId);
}
