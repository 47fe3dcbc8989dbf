import { Prisma } from "@/lib/db/client";
import { POLICY } from "@/lib/delivery/policy";

import type { Rule } from "./verify-state";

// Per webhook, as in the console: older ones were checked when they were new.
const NEWEST = 20;
// Deliveries are pruned every minute, in steps.
const LATE_MS = 3_600_000;

const newest = Prisma.sql`
  newest AS MATERIALIZED (
    SELECT w.filesystem_id, w.path_prefix, w.prefix_since, d.* FROM webhook w CROSS JOIN LATERAL (
      SELECT * FROM delivery WHERE webhook_id = w.id ORDER BY cursor DESC LIMIT ${NEWEST}) d
  )`;

// When an attempt's id was made, right after sending: the time in its UUIDv7.
const ID_TIME = Prisma.sql`(
  SELECT to_timestamp(sum((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(split_part(a.id, '_', 2), i, 1)) - 1)
    * 32::numeric ^ (10 - i))::float8 / 1000) FROM generate_series(1, 10) i)`;

// A send ends at its deadline, however late a suspended process noticed. A process suspended during
// the statement that records reports a first byte that much too late; process and database clocks
// are at most 5 s apart. "late": how long it took from the id to the record, by which times may be too late.
const tries = Prisma.sql`
  tries AS MATERIALIZED (
    SELECT d.webhook_id, a.id, a.first_byte_at AS begun,
      greatest(a.first_byte_at, least(a.started_at + milliseconds(a.duration_ms),
        a.first_byte_at + milliseconds(${POLICY.deadlineMs + 500}::float8))) - interval '5 ms' AS ended,
      greatest(a.started_at + milliseconds(a.duration_ms) - ${ID_TIME}, '0') AS late
    FROM newest d JOIN attempt a ON a.delivery_id = d.id WHERE a.first_byte_at < ${ID_TIME} + interval '5 s'
  )`;

/** Invariants of the messages and requests in the log (spec 8.27). */
export const LOG_RULES: readonly Rule[] = [
  {
    name: "cursor-not-rising",
    means: "a message's cursor is not greater than the one before it: receivers silently drop it",
    query: Prisma.sql`WITH ${newest}
      SELECT x.id FROM (
        SELECT id, cursor, after, type, lag(cursor) OVER (PARTITION BY webhook_id ORDER BY created_at, id) AS before FROM newest) x
      WHERE x.cursor <= x.before OR x.cursor <= x.after`,
  },
  {
    name: "two-in-flight",
    means: "a request began before the one before it had ended",
    query: Prisma.sql`WITH ${newest}, ${tries}
      SELECT x.id FROM (
        SELECT id, begun, max(ended) OVER (PARTITION BY webhook_id ORDER BY begun, id
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM tries) x
      WHERE x.begun < x.before`,
  },
  {
    name: "under-a-second",
    means: "two requests of a webhook began less than a second apart",
    query: Prisma.sql`WITH ${newest}, ${tries}
      SELECT x.id FROM (
        SELECT id, begun, lag(begun - late) OVER (PARTITION BY webhook_id ORDER BY begun, id) AS before FROM tries) x
      WHERE x.begun < x.before + interval '1 s'`,
  },
  {
    name: "other-bytes",
    means: "the stored body differs from what was built and first sent",
    query: Prisma.sql`WITH ${newest}
      SELECT d.id FROM newest d JOIN message m ON m.webhook_id = d.webhook_id AND m.cursor = d.cursor
      WHERE m.id <> d.id OR sha256(convert_to(m.body, 'UTF8')) <> d.body_sha256 OR octet_length(m.body) <> d.size`,
  },
  {
    name: "started-after-stop",
    means: "a request began after the webhook was paused or disabled",
    query: Prisma.sql`WITH ${newest}
      SELECT a.id FROM webhook w JOIN newest d ON d.webhook_id = w.id JOIN attempt a ON a.delivery_id = d.id
      WHERE w.state <> 'active' AND a.first_byte_at > w.stopped_at + milliseconds(${POLICY.startToSendMs}::float8)`,
  },
  {
    name: "moved-without-response",
    means: "a webhook's position is not what its endpoint acknowledged",
    query: Prisma.sql`
      SELECT w.id FROM webhook w CROSS JOIN LATERAL (
        SELECT d.id, d.cursor FROM delivery d WHERE d.webhook_id = w.id AND d.status = 'delivered'
        ORDER BY d.cursor DESC LIMIT 1) d
      WHERE w.acked_cursor <> d.cursor OR w.position < w.acked_cursor
        OR NOT EXISTS (SELECT FROM attempt a WHERE a.delivery_id = d.id AND a.outcome = 'delivered' AND NOT a.manual)`,
  },
  {
    name: "spans-barrier",
    means: "a message of changes spans a barrier, after which only a resync is correct",
    query: Prisma.sql`WITH ${newest}
      SELECT d.id FROM newest d WHERE d.type = 'files.changed' AND d.cursor > d.prefix_since AND EXISTS (
        SELECT FROM change c WHERE c.filesystem_id = d.filesystem_id AND c.kind = 'barrier'
          AND c.cursor > d.after AND c.cursor <= d.cursor
          AND change_touches(c.kind, c.path, c.path2, d.path_prefix))`,
  },
  {
    name: "skipped-change",
    means: "a change inside the prefix lies between two messages and is in neither",
    query: Prisma.sql`WITH ${newest}
      SELECT x.id FROM (
        SELECT id, filesystem_id, path_prefix, prefix_since, cursor, type, after,
          lag(cursor) OVER (PARTITION BY webhook_id ORDER BY cursor) AS before FROM newest) x
      WHERE x.type = 'files.changed' AND x.cursor > x.prefix_since AND x.after > x.before AND EXISTS (
        SELECT FROM change c WHERE c.filesystem_id = x.filesystem_id AND c.cursor > x.before AND c.cursor <= x.after
          AND change_touches(c.kind, c.path, c.path2, x.path_prefix))`,
  },
  {
    name: "wrong-event-count",
    means: "a message does not hold exactly the changes inside the prefix up to its cursor",
    query: Prisma.sql`WITH ${newest}
      SELECT d.id FROM newest d JOIN filesystem f ON f.id = d.filesystem_id
      WHERE d.type = 'files.changed' AND d.cursor > d.prefix_since AND d.after >= f.floor AND d.event_count <> (
        SELECT count(*) FROM change c WHERE c.filesystem_id = f.id AND c.cursor > d.after AND c.cursor <= d.cursor
          AND change_touches(c.kind, c.path, c.path2, d.path_prefix))`,
  },
  {
    name: "log-kept",
    means: "deliveries are kept for much longer than seven days: pruning does not run",
    query: Prisma.sql`
      SELECT d.id FROM (SELECT * FROM delivery ORDER BY id LIMIT 100) d JOIN webhook w ON w.id = d.webhook_id
      WHERE d.created_at < clock_timestamp() - milliseconds(${POLICY.keepDeliveriesMs + LATE_MS}::float8)
        AND w.msg_id IS DISTINCT FROM d.id`,
  },
];
