import type { Db } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { firstIdAt } from "@/lib/ids";

import { pruneBodies } from "./prune-bodies";

type Keep = Parameters<typeof pruneBodies>[1] & { keepDeliveriesMs: number };

// Pruning runs every minute; a gap is closed at a webhook's next message.
const RECENT_MS = 120_000;
const WEBHOOKS_AT_ONCE = 200;

/**
 * Deletes deliveries after 7 days and beyond the newest 1,000 of a webhook (spec 7.17), with their
 * attempts, bodies and counts. What a webhook that is not disabled still sends stays. Ids contain the time, so
 * only old and recent rows are read, however many webhooks and deliveries there are.
 * @returns how many deliveries were deleted
 */
export async function pruneDeliveries(db: Db, keep: Keep, now = Date.now()): Promise<number> {
  let total = await repeat(keep, () => pruneOld(db, keep, now));
  const recent = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT webhook_id AS id FROM delivery WHERE id >= ${firstIdAt("msg", now - RECENT_MS)}`;
  for (let i = 0; i < recent.length; i += WEBHOOKS_AT_ONCE) {
    const ids = recent.slice(i, i + WEBHOOKS_AT_ONCE).map(({ id }) => id);
    await repeat(keep, () => pruneBodies(db, keep, ids));
    total += await repeat(keep, () => pruneSurplus(db, keep, ids));
  }
  await repeat(keep, () => pruneStats(db, keep, now));
  return total;
}

/** Small steps, so that no other statement waits for one of them. Deletions of webhooks lock in another order. */
async function repeat({ pruneRows }: Keep, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let n = pruneRows; n >= pruneRows; total += n) n = await retryDeadlock(step);
  return total;
}

async function pruneOld(db: Db, keep: Keep, now: number): Promise<number> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    WITH gone AS (
      DELETE FROM delivery WHERE id IN (
        SELECT d.id FROM delivery d
        WHERE d.id < ${firstIdAt("msg", now - keep.keepDeliveriesMs)} AND NOT EXISTS (
          SELECT FROM webhook w WHERE w.id = d.webhook_id AND w.state <> 'disabled' AND w.msg_id = d.id)
        ORDER BY d.id LIMIT ${keep.pruneRows} FOR UPDATE SKIP LOCKED)
      RETURNING webhook_id, cursor),
    bodies AS (DELETE FROM message m USING gone g WHERE m.webhook_id = g.webhook_id AND m.cursor = g.cursor)
    SELECT count(*)::int AS n FROM gone`;
  return row?.n ?? 0;
}

function pruneSurplus(db: Db, keep: Keep, webhookIds: string[]): Promise<number> {
  return db.$executeRaw`
    DELETE FROM delivery WHERE id IN (
      SELECT d.id FROM unnest(${webhookIds}::text[]) w (id) CROSS JOIN LATERAL (
        SELECT id FROM delivery WHERE webhook_id = w.id AND cursor < (
          SELECT n.cursor FROM delivery n WHERE n.webhook_id = w.id
          ORDER BY n.cursor DESC OFFSET ${keep.keepDeliveries - 1} LIMIT 1)
        ORDER BY cursor LIMIT ${keep.pruneRows}) d
      LIMIT ${keep.pruneRows})`;
}

function pruneStats(db: Db, keep: Keep, now: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM delivery_stat WHERE (webhook_id, at, outcome) IN (
      SELECT webhook_id, at, outcome FROM delivery_stat
      WHERE at < ${new Date(now - keep.keepDeliveriesMs)} ORDER BY at LIMIT ${keep.pruneRows})`;
}
