import type { OrganisationContext } from "@/lib/auth/context";
import { writableBy } from "@/lib/auth/reached-by";
import { Prisma } from "@/lib/db/client";

import { type DeliveryQuery, matching, type ShownDelivery } from "./matching";
import { selectStats, type StatsWindow } from "./read-stats";

type Row = { delivery: ShownDelivery; filesystem_id: string; url: string; description: string };

type OrganisationQuery = DeliveryQuery & {
  filesystem_id?: string | undefined;
  webhook_id?: string | undefined;
};

/** A page of the deliveries of all webhooks of an organisation, newest first (spec 4.54). */
export async function listOrganisationDeliveries(
  ctx: OrganisationContext,
  query: OrganisationQuery,
) {
  const { after, limit, filesystem_id: fsId, webhook_id: webhookId } = query;
  const inFilesystem = fsId === undefined ? Prisma.sql`true` : Prisma.sql`f.id = ${fsId}`;
  const ofWebhook = webhookId === undefined ? Prisma.sql`true` : Prisma.sql`w.id = ${webhookId}`;
  const older = after === undefined ? Prisma.sql`true` : Prisma.sql`d.id < ${after}`;
  // The newest of each webhook, by its index; an order by id alone would read those of other organisations.
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT delivery_shown(d, w) AS delivery, w.filesystem_id, w.url, w.description FROM (
      SELECT n.id FROM filesystem f JOIN webhook w ON w.filesystem_id = f.id CROSS JOIN LATERAL (
        SELECT d.id FROM delivery d WHERE d.webhook_id = w.id AND ${older} AND ${matching(query)}
        ORDER BY d.cursor DESC LIMIT ${limit}) n
      WHERE ${inFilesystem} AND ${ofWebhook} AND ${writableBy(ctx)} ORDER BY n.id DESC LIMIT ${limit}) newest
    JOIN delivery d ON d.id = newest.id JOIN webhook w ON w.id = d.webhook_id ORDER BY d.id DESC`;
  return rows.map(({ delivery, ...webhook }) => ({ ...delivery, ...webhook }));
}

/** The attempts of all webhooks of an organisation over time (spec 4.54). */
export function readOrganisationStats(
  ctx: OrganisationContext,
  { window }: { window: StatsWindow },
) {
  const where = Prisma.sql`s.webhook_id IN (
    SELECT w.id FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE ${writableBy(ctx)})`;
  return selectStats(ctx.services.db, where, window);
}
