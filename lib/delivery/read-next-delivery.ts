import type { ChangeRow } from "@/lib/changes/event";
import type { Uses } from "@/lib/services";

import { POLICY } from "./policy";

// Below `/` every change but a marker is an event, so a full page scans few extra rows.
const ALL_SCAN = POLICY.maxEvents + 20;

/**
 * A webhook in one snapshot: the message that waits to be sent, or the changes after its position.
 */
export type NextDelivery = {
  filesystem_id: string;
  org_id: string;
  host: string;
  url: string;
  rev: bigint;
  /** The database's clock, milliseconds since 1970. */
  clock_ms: number;
  /** Milliseconds until an attempt may start by pacing and backoff; not above 0: now. */
  wait_ms: number;
  /** An attempt holds the lease right now. */
  busy: boolean;
  /** Milliseconds until the retry that stays scheduled if the next attempt, a manual one, fails (spec 7.11). */
  scheduled_ms: number | null;
  /** The failed attempts of the waiting message that the backoff does not count. */
  manual_retries: number;
  /** The next attempt sends a stored message once more, whatever else waits (spec 7.36). */
  resend: boolean;
  /** The frozen message, if one waits. */
  msg_id: string | null;
  /**
   * The next message must be a resync: the webhook is new, behind the history, or (known only when
   * an attempt may start) before a barrier.
   */
  resync: boolean;
  /**
   * Scanned up to here; null when a message waits, a resync is due, or an attempt may not start.
   */
  scanned: string | null;
  events: ChangeRow[] | null;
  /** Milliseconds since the oldest of these changes was committed, and when that was read (monotonic). */
  oldest_ms: number | null;
  read_at: number;
  /** Most bytes that a message built now may have. */
  body_cap: number;
  sealed: string[];
};

/**
 * Reads one webhook and what it should send next, in one statement and so in one snapshot
 * (spec 7.3). Null: the webhook is deleted, disabled, or has nothing to send.
 */
export async function readNextDelivery(
  services: Uses<"sql">,
  webhookId: string,
): Promise<NextDelivery | null> {
  const [row] = await services.sql<Omit<NextDelivery, "read_at">>`
    SELECT w.filesystem_id, f.org_id, w.host, w.url, w.rev, w.msg_id, w.body_cap,
      extract(epoch FROM now.t)::float8 * 1000 AS clock_ms,
      (extract(epoch FROM greatest(CASE WHEN NOT resends.due THEN wait_end(w.not_before, now.t) END,
        pace_end(w.pace_until, now.t)) - now.t) * 1000)::float8 AS wait_ms,
      resends.due AS resend,
      -- Both are of the message that waits; the start of another one clears them.
      CASE WHEN w.msg_id IS NOT NULL THEN extract(epoch FROM w.retry_at - now.t)::float8 * 1000 END AS scheduled_ms,
      CASE WHEN w.msg_id IS NULL THEN 0 ELSE w.manual_retries END AS manual_retries,
      coalesce(lease_end(w.lease_until, now.t) > now.t, false) AS busy,
      w.msg_id IS NULL AND (w.resync OR w.position < f.floor OR coalesce(p.barrier, false)) AS resync,
      p.scanned::text, p.events,
      (SELECT extract(epoch FROM now.t - c.at)::float8 * 1000 FROM change c
       WHERE c.filesystem_id = w.filesystem_id AND c.cursor = (p.events->0->>'cursor')::bigint) AS oldest_ms,
      (SELECT array_agg(s.sealed ORDER BY s.number DESC) FROM webhook_secret s
       WHERE s.webhook_id = w.id AND (s.expires_at IS NULL OR s.expires_at > clock_timestamp())) AS sealed
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id CROSS JOIN (SELECT clock_timestamp() AS t OFFSET 0) now
    CROSS JOIN LATERAL (SELECT resend_due(w, now.t) AS due) resends
    -- A null filesystem makes an empty page; a condition of the join would be checked only after the work.
    -- Nothing is sent beside an attempt or before the wait is over, and this is read again after the wait.
    LEFT JOIN LATERAL changes_after(
      CASE WHEN w.msg_id IS NULL AND NOT w.resync AND NOT resends.due AND w.position >= f.floor
        AND wait_end(w.not_before, now.t) <= now.t AND pace_end(w.pace_until, now.t) <= now.t
        AND coalesce(lease_end(w.lease_until, now.t) <= now.t, true) THEN w.filesystem_id END,
      w.position, w.path_prefix, ${POLICY.maxEvents}::int,
      CASE WHEN w.path_prefix = '/' THEN ${ALL_SCAN}::int ELSE ${POLICY.maxScan}::int END, false) p
      ON true
    WHERE w.id = ${webhookId} AND w.state = 'active' AND w.wake_at IS NOT NULL`;
  return row === undefined ? null : { ...row, read_at: performance.now() };
}
