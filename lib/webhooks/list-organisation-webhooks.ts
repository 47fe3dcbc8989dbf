import type { z } from "zod";

import type { OrganisationContext } from "@/lib/auth/context";
import { writableBy } from "@/lib/auth/reached-by";
import { LIMITS } from "@/lib/contract/limits";
import type { Health } from "@/lib/contract/organisation-webhooks";
import { Prisma } from "@/lib/db/client";

import { selectWebhooks } from "./read-webhooks";

type Health = z.infer<typeof Health>;
type Page = {
  limit: number;
  after?: string | undefined;
  health?: Health | "unhealthy" | undefined;
  search?: string | undefined;
};

// Of a webhook `w`; the console tells the same from its fields.
const HEALTH = Prisma.sql`CASE WHEN w.state <> 'active' THEN w.state WHEN w.failing_since IS NULL THEN 'healthy'
  WHEN w.failing_since > statement_timestamp() - make_interval(mins => ${LIMITS.retryingMinutes}::int)
  THEN 'retrying' ELSE 'failing' END`;

/** The webhooks of an organisation, oldest first (spec 4.53). */
export function listOrganisationWebhooks(ctx: OrganisationContext, page: Page) {
  const { after = "", health, search, limit } = page;
  // OFFSET 0: all of the organisation first, by its filesystems; in the order of ids they are among all others.
  const where = Prisma.sql`w.id = ANY (ARRAY(SELECT own.id FROM (
      SELECT w.id FROM filesystem f JOIN webhook w ON w.filesystem_id = f.id
      WHERE ${writableBy(ctx)} AND ${isOf(health)} AND ${contains(search)} OFFSET 0) own
    WHERE own.id > ${after} ORDER BY own.id LIMIT ${limit}))`;
  return selectWebhooks(ctx.services.db, where, limit);
}

function isOf(health: Page["health"]): Prisma.Sql {
  if (health === undefined) return Prisma.sql`true`;
  if (health === "unhealthy") return Prisma.sql`${HEALTH} NOT IN ('healthy', 'paused')`;
  return Prisma.sql`${HEALTH} = ${health}`;
}

// Of a webhook `w` of a filesystem `f`.
const contains = (search = ""): Prisma.Sql =>
  search === ""
    ? Prisma.sql`true`
    : Prisma.sql`strpos(lower(concat_ws(' ', w.url, w.path_prefix, w.description, f.name)), lower(${search})) > 0`;

/** How many webhooks of an organisation have each health (spec 4.53). */
export async function countOrganisationWebhooks(
  ctx: OrganisationContext,
  { search }: Pick<Page, "search"> = {},
): Promise<Record<Health, number>> {
  const rows = await ctx.services.db.$queryRaw<{ health: Health; n: number }[]>`
    SELECT ${HEALTH} AS health, count(*)::int AS n
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
    WHERE ${writableBy(ctx)} AND ${contains(search)} GROUP BY 1`;
  const counts = { healthy: 0, retrying: 0, failing: 0, disabled: 0, paused: 0 };
  for (const { health, n } of rows) counts[health] = n;
  return counts;
}
