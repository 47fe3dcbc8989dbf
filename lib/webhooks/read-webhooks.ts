import type { z } from "zod";

import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Webhook } from "@/lib/contract/webhooks";
import { type Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

type Row = Omit<z.infer<typeof Webhook>, `${string}_at` | `${string}_since`> &
  Record<DateField, Date | null> & { created_at: Date };
type DateField =
  | "last_success_at"
  | "last_failure_at"
  | "previous_secret_expires_at"
  | "failing_since"
  | "disables_at"
  | "next_attempt_at"
  | "pending_since";

/** The deadline of a webhook `w` (spec 7.15). A pause moves it when it ends, so a paused webhook has none. */
export const DISABLES_AT = Prisma.sql`CASE WHEN w.state = 'active' THEN w.disable_at END`;

// Enough to say "many"; counting further would cost more the longer an endpoint is down.
const MAX_PENDING = 1000;

/** The webhooks of a filesystem, oldest first (spec 7.15). */
export async function listWebhooks(
  ctx: FilesystemContext,
  page: { limit: number; after?: string | undefined },
) {
  const where = Prisma.sql`w.filesystem_id = ${ctx.filesystemId} AND w.id > ${page.after ?? ""}`;
  return selectWebhooks(ctx.services.db, where, page.limit);
}

/** One webhook of the filesystem. @throws AppError `not_found` */
export async function getWebhook(ctx: FilesystemContext, webhookId: string) {
  if (!isId("wh", webhookId)) throw new AppError("not_found");
  const where = Prisma.sql`w.filesystem_id = ${ctx.filesystemId} AND w.id = ${webhookId}`;
  const [webhook] = await selectWebhooks(ctx.services.db, where, 1);
  if (webhook === undefined) throw new AppError("not_found");
  return webhook;
}

/** @throws AppError `not_found` unless the filesystem has this webhook */
export async function requireWebhook(ctx: FilesystemContext, webhookId: string): Promise<void> {
  const where = { id: webhookId, filesystem_id: ctx.filesystemId };
  const found = isId("wh", webhookId) && (await ctx.services.db.webhook.count({ where })) === 1;
  if (!found) throw new AppError("not_found");
}

/** The webhooks `w` that meet the condition, by id, for callers that have checked access to them. */
export async function selectWebhooks(db: Db, where: Prisma.Sql, limit: number) {
  const rows = await db.$queryRaw<Row[]>`
    SELECT w.id, w.filesystem_id, w.url, w.path_prefix, w.description, w.state, w.disabled_reason, w.created_by,
      creator_name(w.created_by) AS created_by_name, w.created_at,
      w.last_success_at, w.last_failure_at, w.last_failure, w.failing_since,
      ${DISABLES_AT} AS disables_at,
      (SELECT a.detail FROM attempt a WHERE a.delivery_id = w.msg_id AND a.outcome = w.last_failure AND NOT a.manual
       ORDER BY a.number DESC, a.id DESC LIMIT 1) AS last_failure_detail,
      (SELECT max(s.expires_at) FROM webhook_secret s
       WHERE s.webhook_id = w.id AND s.expires_at > clock_timestamp()) AS previous_secret_expires_at,
      webhook_next_attempt_at(w) AS next_attempt_at,
      w.acked_cursor::text AS cursor, coalesce(p.n, 0) AS pending_changes, p.since AS pending_since,
      w.state <> 'disabled' AND (w.msg_id IS NOT NULL OR w.resync) AS pending_message
    FROM webhook w
    JOIN filesystem f ON f.id = w.filesystem_id
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS n, min(at) AS since FROM (
        SELECT c.at FROM change c
        -- NULL, which no row is beyond, for an idle webhook that knows of all changes.
        WHERE c.filesystem_id = w.filesystem_id AND c.cursor > CASE
            WHEN w.wake_at IS NOT NULL OR w.state = 'paused' THEN w.position
            WHEN w.state = 'active' AND f.undispatched THEN f.dispatched_cursor END
          AND change_touches(c.kind, c.path, c.path2, w.path_prefix)
        ORDER BY c.cursor LIMIT ${MAX_PENDING}) pending
    ) p ON true
    WHERE ${where} ORDER BY w.id LIMIT ${limit}`;
  return rows.map(present);
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function present(row: Row) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    last_success_at: iso(row.last_success_at),
    last_failure_at: iso(row.last_failure_at),
    previous_secret_expires_at: iso(row.previous_secret_expires_at),
    failing_since: iso(row.failing_since),
    disables_at: iso(row.disables_at),
    next_attempt_at: iso(row.next_attempt_at),
    pending_since: iso(row.pending_since),
  };
}
