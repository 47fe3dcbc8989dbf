import type { ChangeRow } from "@/lib/changes/event";
import type { Uses } from "@/lib/services";

import { POLICY } from "./policy";

// Below `/` all but markers are events, so that a full page needs few rows more than it has.
const ALL_SCAN = POLICY.maxEvents + 20;

/** A webhook as one snapshot shows it: what waits to be sent, or the changes after its position. */
export type Look = {
  filesystem_id: string;
  org_id: string;
  host: string;
  url: string;
  rev: bigint;
  /** The database's clock, milliseconds since 1970. */
  clock_ms: number;
  /** Milliseconds until an attempt may start by pacing and backoff; not above 0: now. */
  wait_ms: number;
  /** Somebody holds the lease right now. */
  busy: boolean;
  /** The frozen message, if one waits. */
  msg_id: string | null;
  /** The next message must be a resync: new, behind the history, or (seen only when it may start) before a barrier. */
  resync: boolean;
  /** Looked at up to here; null when a message waits, a resync is due, or an attempt may not start. */
  scanned: string | null;
  events: ChangeRow[] | null;
  /** Bytes that a message built now may have. */
  body_cap: number;
  sealed: string[];
};

/**
 * Reads one webhook and what it should send next, in one statement and so in one snapshot.
 * Null: it is gone, disabled, or sleeps because nothing concerns it. Reads only.
 */
export async function look(services: Uses<"db">, webhookId: string): Promise<Look | null> {
  const [row] = await services.db.$queryRaw<Look[]>`
    SELECT w.filesystem_id, f.org_id, w.host, w.url, w.rev, w.msg_id, w.body_cap,
      extract(epoch FROM now.t)::float8 * 1000 AS clock_ms,
      (extract(epoch FROM greatest(wait_end(w.not_before, now.t), pace_end(w.pace_until, now.t)) - now.t) * 1000)::float8 AS wait_ms,
      coalesce(lease_end(w.lease_until, now.t) > now.t, false) AS busy,
      w.msg_id IS NULL AND (w.resync OR w.position < f.floor OR coalesce(p.barrier, false)) AS resync,
      p.scanned::text, p.events,
      (SELECT array_agg(s.sealed ORDER BY s.number DESC) FROM webhook_secret s
       WHERE s.webhook_id = w.id AND (s.expires_at IS NULL OR s.expires_at > clock_timestamp())) AS sealed
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id CROSS JOIN (SELECT clock_timestamp() AS t OFFSET 0) now
    -- A null filesystem makes an empty page; a condition of the join would be checked only after the work. Nobody sends
    -- beside an attempt or before the wait is over, and whoever waits looks again.
    LEFT JOIN LATERAL changes_page(
      CASE WHEN w.msg_id IS NULL AND NOT w.resync AND w.position >= f.floor
        AND wait_end(w.not_before, now.t) <= now.t AND pace_end(w.pace_until, now.t) <= now.t
        AND coalesce(lease_end(w.lease_until, now.t) <= now.t, true) THEN w.filesystem_id END,
      w.position, w.path_prefix, ${POLICY.maxEvents}::int,
      CASE WHEN w.path_prefix = '/' THEN ${ALL_SCAN}::int ELSE ${POLICY.maxScan}::int END) p
      ON true
    WHERE w.id = ${webhookId} AND w.state = 'active' AND w.wake_at IS NOT NULL`;
  return row ?? null;
}
