import type { z } from "zod";

import type { Delivery } from "@/lib/contract/deliveries";
import { Prisma } from "@/lib/db/client";

/** A delivery as the API shows it. */
export type ShownDelivery = z.infer<typeof Delivery>;

/** What a page of a log is asked for: the filters, and where it begins. */
export type DeliveryQuery = {
  limit: number;
  after?: string | undefined;
  id?: string | undefined;
  status?: ShownDelivery["status"] | undefined;
  code?: string | undefined;
  type?: ShownDelivery["type"] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  attempt_since?: Date | undefined;
  attempt_until?: Date | undefined;
};

/** The condition of a query's filters on a delivery `d` of the webhook `w`. */
export function matching(query: DeliveryQuery): Prisma.Sql {
  const { id, status, type, since, until } = query;
  return all([
    id === undefined ? null : Prisma.sql`d.id = ${id}`,
    status === undefined ? null : Prisma.sql`delivery_status(d, w) = ${status}`,
    type === undefined ? null : Prisma.sql`d.type = ${type}`,
    since === undefined ? null : Prisma.sql`d.created_at >= ${since}`,
    until === undefined ? null : Prisma.sql`d.created_at < ${until}`,
    hasAttempt(query),
  ]);
}

/** One attempt meets all conditions on attempts. */
function hasAttempt({ code, attempt_since: since, attempt_until: until }: DeliveryQuery) {
  if (code === undefined && since === undefined && until === undefined) return null;
  const met = all([
    Prisma.sql`a.delivery_id = d.id`,
    code === undefined ? null : Prisma.sql`a.outcome = ${code}`,
    since === undefined ? null : Prisma.sql`a.started_at >= ${since}`,
    until === undefined ? null : Prisma.sql`a.started_at < ${until}`,
  ]);
  // OFFSET keeps this from becoming a join, which could start from the attempts of all webhooks.
  return Prisma.sql`EXISTS (SELECT FROM attempt a WHERE ${met} OFFSET 0)`;
}

function all(conditions: (Prisma.Sql | null)[]): Prisma.Sql {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? Prisma.sql`true` : Prisma.join(given, " AND ");
}
