import { recordView } from "@/lib/audit/record-view";
import type { UserContext } from "@/lib/auth/context";

// Counting further would cost more the larger the backlog is.
const MAX_COUNT = 10_000;

type Flow = {
  webhooks_due: number;
  oldest_due_at: Date | null;
  filesystems_undispatched: number;
  attempts_in_flight: number;
  reconciler_last_run_at: Date | null;
};

type Queue = { runs: number; oldest_due_at: Date | null; failed_runs: number };

/** The backlog of deliveries and since when it waits, for support staff (spec 4.33). */
export async function readEngine(ctx: UserContext) {
  const { db, settings } = ctx.services;
  await recordView(ctx, "support.engine_viewed", []);
  const [flow] = await db.$queryRaw<Flow[]>`
    SELECT due.n AS webhooks_due, due.oldest AS oldest_due_at,
      (SELECT count(*)::int FROM (SELECT FROM filesystem WHERE undispatched LIMIT ${MAX_COUNT}) f) AS filesystems_undispatched,
      (SELECT count(*)::int FROM (
        SELECT FROM webhook WHERE wake_at IS NOT NULL AND lease_until > clock_timestamp() LIMIT ${MAX_COUNT}) w) AS attempts_in_flight,
      (SELECT at FROM reconciler_heartbeat) AS reconciler_last_run_at
    FROM (SELECT count(*)::int AS n, min(wake_at) AS oldest FROM (
      SELECT wake_at FROM webhook WHERE wake_at <= statement_timestamp() ORDER BY wake_at LIMIT ${MAX_COUNT}) w) due`;
  const queue = settings.embedded ? await readQueue(ctx) : null;
  return {
    webhooks_due: flow?.webhooks_due ?? 0,
    oldest_due_at: iso(flow?.oldest_due_at),
    filesystems_undispatched: flow?.filesystems_undispatched ?? 0,
    attempts_in_flight: flow?.attempts_in_flight ?? 0,
    reconciler_last_run_at: iso(flow?.reconciler_last_run_at),
    queue,
  };
}

async function readQueue({ services: { db } }: UserContext) {
  const [queue] = await db.$queryRaw<Queue[]>`
    SELECT (SELECT count(*)::int FROM (SELECT FROM engine.run WHERE wake_at IS NOT NULL LIMIT ${MAX_COUNT}) r) AS runs,
      (SELECT min(wake_at) FROM engine.run WHERE wake_at <= statement_timestamp()) AS oldest_due_at,
      (SELECT count(*)::int FROM (SELECT FROM engine.run WHERE failed_at IS NOT NULL LIMIT ${MAX_COUNT}) r) AS failed_runs`;
  return {
    runs: queue?.runs ?? 0,
    oldest_due_at: iso(queue?.oldest_due_at),
    failed_runs: queue?.failed_runs ?? 0,
  };
}

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;
