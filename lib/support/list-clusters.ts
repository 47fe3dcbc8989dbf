import { recordView } from "@/lib/audit/record-view";
import type { UserContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

import { NOT_HEALTHY } from "./read-failing-webhooks";

type Row = {
  host: string;
  code: string;
  webhooks: number;
  organisations: number;
  disabled: number;
  most: number;
  failing_since: Date;
};

const MAX_CLUSTERS = 100;

/**
 * Failing webhooks counted by host or by failure code, the largest 100 groups (spec 4.33). Names no
 * organisation.
 */
export async function listClusters(ctx: UserContext, { by }: { by: "host" | "code" }) {
  await recordView(ctx, "support.clusters_viewed", []);
  const column = by === "host" ? Prisma.sql`host` : Prisma.sql`code`;
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT mode() WITHIN GROUP (ORDER BY host) AS host, mode() WITHIN GROUP (ORDER BY code) AS code,
      count(*)::int AS webhooks, count(DISTINCT org_id)::int AS organisations,
      count(*) FILTER (WHERE state = 'disabled')::int AS disabled, max(alike)::int AS most,
      min(failing_since) AS failing_since
    FROM (
      SELECT w.host, w.last_failure AS code, f.org_id, w.state, w.failing_since,
        count(*) OVER (PARTITION BY w.host, w.last_failure) AS alike
      FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE ${NOT_HEALTHY} AND w.failing_since IS NOT NULL) failing
    GROUP BY ${column} ORDER BY webhooks DESC, failing_since LIMIT ${MAX_CLUSTERS}`;
  return rows.map((row) => ({ ...row, failing_since: row.failing_since.toISOString() }));
}
