import { Prisma } from "@/lib/db/client";
import { POLICY } from "@/lib/delivery/policy";

/** One invariant: its name, what it means when it is broken, and the ids for which it is. */
export type Rule = { name: string; means: string; query: Prisma.Sql };

// A tick comes every 100 ms, so something that is due for this long was overlooked.
const AWAKE = "2 s";
// Further back in a filesystem's history than this nothing is looked at, so that the cost has a bound.
const RECENT_CHANGES = 1_000;
const RECENT_LOG = 10_000;

/** What must hold of filesystems, webhooks and the messages that wait (spec 8.27). */
export const STATE_RULES: readonly Rule[] = [
  {
    name: "need-without-timer",
    means: "a webhook has something to send but nobody will look at it, or the reverse",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE CASE WHEN state = 'active'
        THEN (wake_at IS NULL) <> (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND wanted <= position)
        ELSE wake_at IS NOT NULL END`,
  },
  {
    name: "unseen-change",
    means: "a change inside a webhook's prefix was accounted for without the webhook being told",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE w.state = 'active' AND NOT w.resync AND greatest(w.position, w.wanted) < f.rung AND EXISTS (
        SELECT FROM change c WHERE c.filesystem_id = f.id
          AND c.cursor > greatest(w.position, w.wanted, f.rung - ${RECENT_CHANGES}) AND c.cursor <= f.rung
          AND change_touches(c.kind, c.path, c.path2, w.path_prefix))`,
  },
  {
    name: "behind-but-clean",
    means: "a filesystem has changes nobody was told of, and is not marked for it",
    query: Prisma.sql`SELECT id FROM filesystem WHERE NOT dirty AND rung <> head`,
  },
  {
    name: "guard-asleep",
    means: "something has been due for more than two seconds: no guard runs, or it cannot keep up",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f JOIN change c ON c.filesystem_id = f.id AND c.cursor = f.rung + 1
      WHERE f.dirty AND c.at < clock_timestamp() - ${AWAKE}::interval
      UNION ALL SELECT id FROM webhook WHERE wake_at < clock_timestamp() - ${AWAKE}::interval`,
  },
  {
    name: "frozen-message",
    means:
      "a waiting message is missing, has another cursor than its webhook, or lies outside position and head",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      LEFT JOIN message m ON m.webhook_id = w.id AND m.cursor = w.sent
      WHERE w.msg_id IS NOT NULL
        AND (m.id IS DISTINCT FROM w.msg_id OR w.sent <= w.position OR w.sent > f.head OR octet_length(m.body) > body_cap_full())`,
  },
  {
    name: "ahead-of-head",
    means: "a cursor was noted that the filesystem has not given out",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE greatest(w.position, w.wanted, w.sent, w.acked) > f.head
      UNION ALL SELECT id FROM filesystem WHERE rung > head OR floor > head`,
  },
  {
    name: "gap-in-history",
    means: "a change is missing among those that are kept, of which the newest are counted",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f WHERE f.head > f.floor AND least(f.head - f.floor, ${RECENT_LOG}) <> (
        SELECT count(*) FROM change c WHERE c.filesystem_id = f.id AND c.cursor > greatest(f.floor, f.head - ${RECENT_LOG}))`,
  },
  {
    name: "history-kept",
    means: "far more changes are kept than an hour's and a hundred thousand: pruning does not run",
    query: Prisma.sql`
      SELECT f.id FROM filesystem f LEFT JOIN change c ON c.filesystem_id = f.id AND c.cursor = f.floor + 1
      WHERE f.head - f.floor > ${POLICY.keepChanges * 1.5}
        OR c.at < clock_timestamp() - milliseconds(${POLICY.keepChangesMs + 600_000}::float8)`,
  },
  {
    name: "failing-clock",
    means:
      "the 24 hours of a failing webhook do not add up, or it should have been disabled, or was too soon",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE (failing_since IS NULL) <> (disable_at IS NULL)
        OR disable_at < failing_since + milliseconds(${POLICY.disableAfterMs}::float8)
        OR state = 'active' AND lease_until IS NULL AND disable_at <= not_before
          AND disable_at < clock_timestamp() - ${AWAKE}::interval
        OR disabled_reason = 'failing' AND stopped_at < disable_at`,
  },
  {
    name: "impossible-time",
    means: "a lease, a wait or a pace ends later than any can",
    query: Prisma.sql`
      SELECT id FROM webhook WHERE lease_until > clock_timestamp() + milliseconds(${POLICY.leaseMs + 1_000}::float8)
        OR pace_until > clock_timestamp() + milliseconds(${POLICY.paceMs + 1_000}::float8)
        OR not_before > clock_timestamp() + milliseconds(${POLICY.lastRetryMs + 1_000}::float8)`,
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
    means: "an active webhook reports to somebody who may no longer read the filesystem",
    query: Prisma.sql`
      SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      CROSS JOIN LATERAL (SELECT split_part(w.created_by, ':', 1) AS kind, split_part(w.created_by, ':', 2) AS id) by
      WHERE w.state = 'active' AND (
        by.kind = 'key' AND NOT EXISTS (
          SELECT FROM api_key k JOIN filesystem_grant g ON g.api_key_id = k.id AND g.filesystem_id = f.id
          WHERE k.id = by.id AND k.revoked_at IS NULL AND coalesce(k.expires_at > clock_timestamp() - ${AWAKE}::interval, true))
        OR by.kind = 'user' AND NOT EXISTS (SELECT FROM member m WHERE m.org_id = f.org_id AND m.person_id = by.id))`,
  },
];
