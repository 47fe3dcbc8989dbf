import type { z } from "zod";

import type { FilesystemContext } from "@/lib/auth/context";
import type { api } from "@/lib/contract/api";
import { LIMITS } from "@/lib/contract/limits";
import { requireWebhook } from "@/lib/webhooks/read-webhooks";

type Message = z.infer<typeof api.testInbox.read.result>[number];
type Row = Omit<Message, `${string}_at`> & { received_at: Date; signed_at: Date };

/**
 * What a test inbox received in the last 24 hours, newest first; nothing for any other webhook (spec 4.56, 7.37).
 * @throws AppError `not_found`
 */
export async function readInbox(ctx: FilesystemContext, webhookId: string): Promise<Message[]> {
  await requireWebhook(ctx, webhookId);
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT id, type, cursor::text, event_count, received_at, signed_at, times_received, body FROM inbox_message
    WHERE webhook_id = ${webhookId}
      AND received_at > statement_timestamp() - make_interval(hours => ${LIMITS.inboxHours}::int)
    ORDER BY received_at DESC, id DESC LIMIT ${LIMITS.inboxMessages}`;
  return rows.map((row) => ({
    ...row,
    received_at: row.received_at.toISOString(),
    signed_at: row.signed_at.toISOString(),
  }));
}
