import { LIMITS } from "@/lib/contract/limits";
import type { Db } from "@/lib/db/client";

type Verified = { id: string; signedAt: number; body: string };

/**
 * Keeps a verified message in its webhook's inbox, counts it if it arrived before, and removes what is beyond the newest
 * 100 and the bodies beyond 1 MiB (spec 7.37).
 * @param signedAt seconds since 1970
 * @returns whether its webhook still exists
 */
export async function keepMessage(db: Db, { id, signedAt, body }: Verified): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [kept] = await tx.$queryRaw<{ webhook_id: string }[]>`
      INSERT INTO inbox_message AS m (webhook_id, id, type, cursor, event_count, body, signed_at)
      SELECT d.webhook_id, d.id, d.type, d.cursor, d.event_count, ${body}, to_timestamp(${signedAt}::float8)
      FROM delivery d WHERE d.id = ${id}
      ON CONFLICT (webhook_id, id) DO UPDATE SET times_received = m.times_received + 1, signed_at = excluded.signed_at
      RETURNING webhook_id`;
    if (kept === undefined) return false;
    const { webhook_id: webhookId } = kept;
    await tx.$executeRaw`
      DELETE FROM inbox_message WHERE webhook_id = ${webhookId} AND id IN (
        SELECT m.id FROM inbox_message m WHERE m.webhook_id = ${webhookId}
        ORDER BY m.received_at DESC, m.id DESC OFFSET ${LIMITS.inboxMessages}::int)`;
    await tx.$executeRaw`
      UPDATE inbox_message SET body = NULL WHERE webhook_id = ${webhookId} AND id IN (
        SELECT k.id FROM (
          SELECT m.id, sum(octet_length(m.body)) OVER (ORDER BY m.received_at DESC, m.id DESC) AS bytes
          FROM inbox_message m WHERE m.webhook_id = ${webhookId} AND m.body IS NOT NULL) k
        WHERE k.bytes > ${LIMITS.inboxBytes}::int)`;
    return true;
  });
}
