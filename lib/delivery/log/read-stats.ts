import type { FilesystemContext } from "@/lib/auth/context";
import { type Db, Prisma } from "@/lib/db/client";
import { requireWebhook } from "@/lib/webhooks/read-webhooks";

import { type Histogram, percentile } from "./percentile";

// Multiples of the five-minute buckets in which attempts are counted, about as many as a chart can
// show.
const WINDOWS = {
  "1h": { spanMs: 5 * 60_000, spans: 12 },
  "24h": { spanMs: 30 * 60_000, spans: 48 },
  "7d": { spanMs: 2 * 3_600_000, spans: 84 },
} as const;

export type StatsWindow = keyof typeof WINDOWS;
type Row = { at: Date; counts: Record<string, number>; latency: Histogram };

/**
 * A webhook's attempts over the last hour, day or week by outcome, and how long the delivered ones
 * took in milliseconds (spec 4.31). Empty buckets are included; faults of our own are not counted.
 * @throws AppError `not_found`
 */
export async function readStats(
  ctx: FilesystemContext,
  webhookId: string,
  { window }: { window: StatsWindow },
) {
  await requireWebhook(ctx, webhookId);
  return selectStats(ctx.services.db, Prisma.sql`s.webhook_id = ${webhookId}`, window);
}

/** The same of all rows `s` that meet the condition, for callers that have checked access to them. */
export async function selectStats(db: Db, where: Prisma.Sql, window: StatsWindow) {
  const { spanMs, spans } = WINDOWS[window];
  const rows = await db.$queryRaw<Row[]>`
    WITH span AS (
      SELECT date_bin(milliseconds(${spanMs}), clock_timestamp(), 'epoch') - n * milliseconds(${spanMs}) AS at
      FROM generate_series(0, ${spans - 1}::int) n
    ), counted AS MATERIALIZED (
      SELECT date_bin(milliseconds(${spanMs}), s.at, 'epoch') AS at, s.outcome, s.n, s.latency FROM delivery_stat s
      WHERE ${where} AND s.at >= (SELECT min(at) FROM span)
    ), outcome AS (
      SELECT at, json_object_agg(outcome, n) AS counts
      FROM (SELECT at, outcome, sum(n)::int AS n FROM counted GROUP BY at, outcome) o GROUP BY at
    ), latency AS (
      SELECT at, json_agg(json_build_array(i, n) ORDER BY i) AS histogram
      FROM (SELECT c.at, u.i, sum(u.n)::int AS n FROM counted c, unnest(c.latency) WITH ORDINALITY u (n, i)
            WHERE c.outcome = 'delivered' AND u.n > 0 GROUP BY c.at, u.i) l GROUP BY at
    )
    SELECT span.at, coalesce(o.counts, '{}') AS counts, coalesce(l.histogram, '[]') AS latency
    FROM span LEFT JOIN outcome o ON o.at = span.at LEFT JOIN latency l ON l.at = span.at ORDER BY span.at`;
  return { buckets: rows.map(toBucket), by_code: countCodes(rows) };
}

function toBucket({ at, counts, latency }: Row) {
  const { delivered = 0, ...failed } = counts;
  return {
    at: at.toISOString(),
    delivered,
    failed: Object.values(failed).reduce((sum, n) => sum + n, 0),
    p50_ms: percentile(latency, 0.5),
    p95_ms: percentile(latency, 0.95),
  };
}

function countCodes(rows: readonly Row[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { counts } of rows) {
    for (const [code, n] of Object.entries(counts))
      if (code !== "delivered") totals[code] = (totals[code] ?? 0) + n;
  }
  return totals;
}
