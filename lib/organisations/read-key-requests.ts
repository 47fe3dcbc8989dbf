import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

type Day = { date: string; requests: number; failed: number };

/**
 * The requests with an API key in the last `days` UTC days, oldest first, including days without (spec 4.59).
 * @throws AppError `not_found`
 */
export async function listKeyRequests(
  { orgId, services }: OrganisationContext,
  id: string,
  { days }: { days: number },
): Promise<Day[]> {
  const where = { id, org_id: orgId, revoked_at: null };
  if (!isId("key", id) || (await services.db.api_key.count({ where })) === 0)
    throw new AppError("not_found");
  return services.db.$queryRaw<Day[]>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS date, coalesce(k.requests, 0)::float8 AS requests,
      coalesce(k.failed, 0)::float8 AS failed
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date - i AS day FROM generate_series(0, ${days}::int - 1) i) d
    LEFT JOIN api_key_day k ON k.api_key_id = ${id} AND k.day = d.day
    ORDER BY d.day`;
}
