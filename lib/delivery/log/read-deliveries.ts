import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { type Db, Prisma } from "@/lib/db/client";
import { POLICY } from "@/lib/delivery/policy";
import { AppError } from "@/lib/errors";
import { USER_AGENT } from "@/lib/product";
import { steadyHeaders } from "@/lib/sender/sign";
import { requireWebhook } from "@/lib/webhooks/read-webhooks";

import { type DeliveryQuery, matching, type ShownDelivery } from "./matching";

/**
 * A page of a webhook's delivery log, newest first (spec 7.16, 7.17). The log ends at the newest
 * 1,000, even before the rest is pruned, so a page costs the same however long it was.
 * @throws AppError `not_found`
 */
export async function listDeliveries(
  ctx: FilesystemContext,
  webhookId: string,
  query: DeliveryQuery,
) {
  await requireWebhook(ctx, webhookId);
  return selectDeliveries(ctx.services.db, webhookId, query);
}

/** The same without a check, for callers that have checked access to the webhook. */
export async function selectDeliveries(
  db: Db,
  webhookId: string,
  query: DeliveryQuery,
): Promise<ShownDelivery[]> {
  const rows = await db.$queryRaw<{ delivery: ShownDelivery }[]>`
    SELECT delivery_shown(d, w) AS delivery FROM webhook w JOIN delivery d ON d.webhook_id = w.id
    WHERE w.id = ${webhookId} AND ${kept(webhookId)} AND ${olderThan(webhookId, query)} AND ${matching(query)}
    ORDER BY d.cursor DESC LIMIT ${query.limit}`;
  return rows.map(({ delivery }) => delivery);
}

/**
 * The delivery that was sent again last and those that are `followed` by id, newest first, without those `besides`:
 * however old they are, there may be another attempt (spec 7.36).
 */
export async function selectResent(
  db: Db,
  webhookId: string,
  { besides, followed }: { besides: readonly ShownDelivery[]; followed: readonly string[] },
): Promise<ShownDelivery[]> {
  const known = besides.map(({ id }) => id);
  const rows = await db.$queryRaw<{ delivery: ShownDelivery }[]>`
    SELECT delivery_shown(d, w) AS delivery FROM webhook w JOIN delivery d ON d.webhook_id = w.id
    WHERE w.id = ${webhookId} AND d.id = ANY (ARRAY(
        SELECT r.id FROM delivery r WHERE r.webhook_id = w.id AND r.cursor = w.resent_cursor) || ${followed}::text[])
      AND d.id <> ALL (${known}::text[]) AND ${kept(webhookId)}
    ORDER BY d.cursor DESC`;
  return rows.map(({ delivery }) => delivery);
}

/**
 * One delivery with the headers that all its attempts carry and, while it is kept, the body as
 * sent.
 * @throws AppError `not_found`
 */
export async function getDelivery(ctx: FilesystemContext, webhookId: string, messageId: string) {
  await requireWebhook(ctx, webhookId);
  if (!isId("msg", messageId)) throw new AppError("not_found");
  const [row] = await ctx.services.db.$queryRaw<{ delivery: ShownDelivery; body: string | null }[]>`
    SELECT delivery_shown(d, w) AS delivery, m.body FROM webhook w
    JOIN delivery d ON d.webhook_id = w.id
    LEFT JOIN message m ON m.webhook_id = w.id AND m.cursor = d.cursor
    WHERE w.id = ${webhookId} AND d.id = ${messageId} AND ${kept(webhookId)}`;
  if (row === undefined) throw new AppError("not_found");
  return { ...row.delivery, body: row.body, headers: steadyHeaders(messageId, USER_AGENT) };
}

/** Pruning runs once a minute; what it is about to delete is no longer shown. It keeps the message that waits. */
function kept(webhookId: string): Prisma.Sql {
  // The id is a value, because with `w.id` the newest are counted again for each row.
  return Prisma.sql`(d.id = w.msg_id AND w.state <> 'disabled' OR d.created_at > statement_timestamp() - milliseconds(${POLICY.keepDeliveriesMs}))
    AND d.cursor >= coalesce((
      SELECT n.cursor FROM delivery n WHERE n.webhook_id = ${webhookId}
      ORDER BY n.cursor DESC OFFSET ${POLICY.keepDeliveries - 1} LIMIT 1), 0)`;
}

// Ordered by cursor: ids come from several clocks. A deleted one counts as just before the next
// older.
function olderThan(webhookId: string, { after }: DeliveryQuery): Prisma.Sql {
  if (after === undefined) return Prisma.sql`true`;
  return Prisma.sql`d.cursor < coalesce(
    (SELECT a.cursor FROM delivery a WHERE a.id = ${after} AND a.webhook_id = ${webhookId}),
    (SELECT max(a.cursor) + 1 FROM delivery a WHERE a.webhook_id = ${webhookId} AND a.id < ${after}), 0)`;
}
