import { Prisma } from "@/lib/db/client";
import { POLICY } from "@/lib/delivery/policy";

/** One invariant: its name, what it means when broken, and a query for the ids that break it. */
export type Rule = { name: string; means: string; query: Prisma.Sql };

// The reconciler runs every 100 ms, so anything due for this long was overlooked.
const OVERDUE = "2 s";
// History further back than this is not checked, to bound the cost.
const RECENT_CHANGES = 1_000;
const RECENT_LOG = 10_000;

/** Invariants of filesystems, webhooks and waiting messages (spec 8.27). */
export const STATE_RULES: readonly Rule[] = [
  {
    name: "need-without-timer",
    means: "a webhook has something to send but no timer, or the reverse",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE CASE WHEN state = 'active'
        THEN (wake_at IS NULL) <> (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND target_cursor <= position AND resend_cursor IS NULL)
        ELSE wake_at IS NOT NULL END`,
  },
  {
    name: "unseen-change",
    means: "a change inside a webhook's prefix was fanned out without reaching the webhook",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      CROSS JOIN LATERAL (
        -- A waiting message, such as a resync, stands for what came before it.
        SELECT greatest(w.position, w.target_cursor, CASE WHEN w.msg_id IS NOT NULL THEN w.sent_cursor END) AS cursor) seen
      WHERE w.state = 'active' AND NOT w.resync AND seen.cursor < f.dispatched_cursor AND EXISTS (
        SELECT FROM change c WHERE c.filesystem_id = f.id
          AND c.cursor > greatest(seen.cursor, f.dispatched_cursor - ${RECENT_CHANGES}) AND c.cursor <= f.dispatched_cursor
          AND change_touches(c.kind, c.path, c.path2, w.path_prefix))`,
  },
  {
    name: "behind-but-clean",
    means: "a filesystem has changes that were not fanned out, and is not marked for it",
    query: Prisma.sql`SELECT id FROM filesystem WHERE NOT undispatched AND dispatched_cursor <> head`,
  },
  {
    name: "reconciler-behind",
    means:
      "something has been due for more than two seconds: the reconciler does not run, or cannot keep up",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f JOIN change c ON c.filesystem_id = f.id AND c.cursor = f.dispatched_cursor + 1
      WHERE f.undispatched AND c.at < clock_timestamp() - ${OVERDUE}::interval
      UNION ALL SELECT id FROM webhook WHERE wake_at < clock_timestamp() - ${OVERDUE}::interval`,
  },
  {
    name: "frozen-message",
    means:
      "a waiting message is missing, has another cursor than its webhook, or lies outside position and head",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      LEFT JOIN message m ON m.webhook_id = w.id AND m.cursor = w.sent_cursor
      WHERE w.msg_id IS NOT NULL AND w.state <> 'disabled' -- where it may be pruned
        AND (m.id IS DISTINCT FROM w.msg_id OR w.sent_cursor <= w.position OR w.sent_cursor > f.head OR octet_length(m.body) > body_cap_full())`,
  },
  {
    name: "ahead-of-head",
    means: "a stored cursor is beyond the filesystem's head",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE greatest(w.position, w.target_cursor, w.sent_cursor, w.acked_cursor) > f.head
      UNION ALL SELECT id FROM filesystem WHERE dispatched_cursor > head OR floor > head`,
  },
  {
    name: "gap-in-history",
    means: "a change is missing from the kept history (the newest changes are counted)",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f WHERE f.head > f.floor AND least(f.head - f.floor, ${RECENT_LOG}) <> (
        SELECT count(*) FROM change c WHERE c.filesystem_id = f.id AND c.cursor > greatest(f.floor, f.head - ${RECENT_LOG}))`,
  },
  {
    name: "history-kept",
    means: "far more changes are kept than one hour and 100,000: pruning does not run",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f LEFT JOIN change c ON c.filesystem_id = f.id AND c.cursor = f.floor + 1
      WHERE f.head - f.floor > ${POLICY.keepChanges * 1.5}
        OR c.at < clock_timestamp() - milliseconds(${POLICY.keepChangesMs + 600_000}::float8)`,
  },
  {
    name: "failing-clock",
    means:
      "the 24 hours of a failing webhook do not add up, or it was disabled too late or too soon",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE (failing_since IS NULL) <> (disable_at IS NULL)
        OR disable_at < failing_since + milliseconds(${POLICY.disableAfterMs}::float8)
        OR state = 'active' AND (lease_until IS NULL OR resending) AND disable_at <= not_before
          AND disable_at < clock_timestamp() - ${OVERDUE}::interval
        OR disabled_reason = 'failing' AND stopped_at < disable_at`,
  },
  {
    name: "impossible-time",
    means: "a lease, a wait or a pace ends later than is possible",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE lease_until > clock_timestamp() + milliseconds(${POLICY.leaseMs + 1_000}::float8)
        OR pace_until > clock_timestamp() + milliseconds(${POLICY.paceMs + 1_000}::float8)
        OR greatest(not_before, retry_at) > clock_timestamp() + milliseconds(${POLICY.lastRetryMs + 1_000}::float8)`,
  },
  {
    name: "too-many-webhooks",
    means: "a filesystem has more than five webhooks, or counts them wrongly",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f LEFT JOIN webhook w ON w.filesystem_id = f.id
      GROUP BY f.id HAVING count(w.id) > 5 OR count(w.id) <> f.webhook_count`,
  },
  {
    name: "creator-without-access",
    means: "the creator of a webhook that is not disabled may no longer read the filesystem",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      CROSS JOIN LATERAL (SELECT split_part(w.created_by, ':', 1) AS kind, split_part(w.created_by, ':', 2) AS id) by
      WHERE w.state <> 'disabled' AND (
        by.kind = 'key' AND NOT EXISTS (
          SELECT FROM api_key k JOIN filesystem_grant g ON g.api_key_id = k.id AND g.filesystem_id = f.id
          WHERE k.id = by.id AND k.revoked_at IS NULL AND coalesce(k.expires_at > clock_timestamp() - ${OVERDUE}::interval, true))
        OR by.kind = 'user' AND NOT EXISTS (SELECT FROM member m WHERE m.org_id = f.org_id AND m.user_id = by.id))`,
  },
];
