import type { Db } from "@/lib/db/client";

type Keep = {
  keepDeliveries: number;
  keepBodyBytes: number;
  keepOrganisationBodyBytes: number;
  pruneRows: number;
};

/**
 * Deletes the oldest bodies of webhooks beyond what the log keeps (spec 7.17): 16 MiB each, or an equal share of 1 GiB
 * in an organisation with so many webhooks that this is less. The newest body, which may still be sent, stays.
 * Sizes are read without reading the bodies.
 * @returns how many were deleted, at most `pruneRows`
 */
export async function pruneBodies(db: Db, keep: Keep, webhookIds: string[]): Promise<number> {
  // Known to the planner, so that it reads all webhooks of a large organisation from indexes and not one by one.
  const organisations = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT f.org_id AS id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
    WHERE w.id = ANY(${webhookIds}::text[])`;
  return db.$executeRaw`
    WITH concerned AS (
      SELECT w.id, f.org_id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE w.id = ANY(${webhookIds}::text[])),
    shares AS (
      SELECT f.org_id, least(${keep.keepBodyBytes}::bigint, ${keep.keepOrganisationBodyBytes}::bigint / count(*)) AS bytes
      FROM filesystem f JOIN webhook w ON w.filesystem_id = f.id
      WHERE f.org_id = ANY(${organisations.map(({ id }) => id)}::text[]) GROUP BY f.org_id)
    DELETE FROM message WHERE (webhook_id, cursor) IN (
      SELECT c.id, m.cursor FROM concerned c JOIN shares s USING (org_id) CROSS JOIN LATERAL (
        SELECT k.cursor FROM (
          SELECT a.cursor, row_number() OVER newest AS n, sum(octet_length(a.body)) OVER newest AS bytes
          FROM message a WHERE a.webhook_id = c.id WINDOW newest AS (ORDER BY a.cursor DESC)) k
        WHERE k.n > ${keep.keepDeliveries} OR (k.n > 1 AND k.bytes > s.bytes)
        LIMIT ${keep.pruneRows}) m
      LIMIT ${keep.pruneRows})`;
}
