import type { UserContext } from "@/lib/auth/context";
import type { SupportWebhook } from "@/lib/contract/support";
import { type Db, Prisma } from "@/lib/db/client";
import { DISABLES_AT } from "@/lib/webhooks/read-webhooks";

type Filters = {
  limit: number;
  after?: string | undefined;
  code?: string | undefined;
  host?: string | undefined;
  org_id?: string | undefined;
  state?: SupportWebhook["state"] | undefined;
  since?: Date | undefined;
};

/** The condition of the index webhook_not_healthy. */
export const NOT_HEALTHY = Prisma.sql`(w.failing_since IS NOT NULL OR w.state = 'disabled')`;

/**
 * Failing and disabled webhooks of all organisations, by id, for support staff (spec 4.33). Callers
 * that return them call `recordView` first.
 */
export async function listFailures({ services: { db } }: UserContext, filters: Filters) {
  const { after, code, host, org_id: orgId, state, since } = filters;
  const conditions = [
    NOT_HEALTHY,
    after === undefined ? null : Prisma.sql`w.id > ${after}`,
    code === undefined ? null : Prisma.sql`w.last_failure = ${code}`,
    host === undefined ? null : Prisma.sql`w.host = ${host.toLowerCase()}`,
    orgId === undefined ? null : Prisma.sql`f.org_id = ${orgId}`,
    state === undefined ? null : Prisma.sql`w.state = ${state}`,
    since === undefined ? null : Prisma.sql`w.last_failure_at >= ${since}`,
  ].filter((condition) => condition !== null);
  return selectWebhooks(db, Prisma.join(conditions, " AND "), filters.limit);
}

/**
 * What support staff may see of the webhooks `w` of filesystems `f` that meet the condition, by id.
 */
export async function selectWebhooks(
  db: Db,
  where: Prisma.Sql,
  limit: number,
): Promise<SupportWebhook[]> {
  const rows = await db.$queryRaw<{ shown: SupportWebhook }[]>`
    SELECT json_build_object('webhook_id', w.id, 'org_id', o.id, 'org_name', o.name, 'host', w.host, 'state', w.state,
      'disabled_reason', w.disabled_reason, 'last_failure', w.last_failure, 'failing_since', iso_time(w.failing_since),
      'disables_at', iso_time(${DISABLES_AT}), 'next_attempt_at', iso_time(webhook_next_attempt_at(w))) AS shown
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id JOIN organisation o ON o.id = f.org_id
    WHERE ${where} ORDER BY w.id LIMIT ${limit}`;
  return rows.map(({ shown }) => shown);
}
