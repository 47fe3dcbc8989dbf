import type { Db } from "@/lib/db/client";

type Keep = { keepDeliveriesMs: number; keepDeliveries: number; pruneRows: number };

/**
 * Forgets deliveries after 7 days and beyond the newest 1,000 of a webhook (contract, section 7), with their
 * attempts; a message that still waits stays. Returns how many went.
 */
export async function pruneDeliveries(db: Db, keep: Keep): Promise<number> {
  let total = 0;
  for (let n = keep.pruneRows; n >= keep.pruneRows; total += n) n = await pruneSome(db, keep);
  return total;
}

function pruneSome(db: Db, keep: Keep): Promise<number> {
  return db.$executeRaw`
    DELETE FROM delivery WHERE id IN (
      SELECT d.id FROM webhook w CROSS JOIN LATERAL (
        SELECT id FROM delivery WHERE webhook_id = w.id AND status <> 'waiting'
          AND (created_at < now() - milliseconds(${keep.keepDeliveriesMs}) OR cursor < (
            SELECT n.cursor FROM delivery n WHERE n.webhook_id = w.id
            ORDER BY n.cursor DESC OFFSET ${keep.keepDeliveries - 1} LIMIT 1))
        ORDER BY cursor LIMIT ${keep.pruneRows}) d
      LIMIT ${keep.pruneRows})`;
}
