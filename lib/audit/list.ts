import type { OrganisationContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";
import { newestOf } from "@/lib/db/page-of-owner";
import { firstIdAt } from "@/lib/ids";

import { conditionsOf, type Filters, ownerOf } from "./filters";
import { PRESENT_NAME } from "./present-name";

type Query = Filters & { limit: number; after?: string | undefined };

type Row = {
  id: string;
  at: Date;
  actor_type: "user" | "key" | "mount" | "system";
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_type: string;
  target_id: string | null;
  target_name: string | null;
  present_name: string | null;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
  credential: string | null;
  filesystem_name: string | null;
};

// Ids carry the process's clock, `at` the database's; they never differ by more than this.
const SKEW_MS = 10 * 60 * 1000;

/**
 * An organisation's audit log, newest first (spec 4.15). `after` is the last id of the previous page; the
 * operator's shell is the actor `shell`, the service by itself `service`, what support staff viewed `support`.
 */
export async function listAudit(ctx: OrganisationContext, query: Query) {
  const { after, since, until, limit } = query;
  const conditions = conditionsOf(query);
  const page = {
    limit,
    // The bounds let the index skip the rest; `at` is exact.
    after: [after, until && idAt(until, SKEW_MS)].filter((id) => id !== undefined).toSorted()[0],
    since: since && idAt(since, -SKEW_MS),
  };
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT id, at, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, address, request_id,
      details, credential, ${PRESENT_NAME} AS present_name,
      (SELECT f.name FROM filesystem f WHERE f.id = details->>'filesystem_id') AS filesystem_name
    FROM audit_entry WHERE ${Prisma.join([...conditions, Prisma.sql`true`], " AND ")} AND ${newestOf(ownerOf(ctx.orgId, query), "id", page)}`;
  return rows.map(present);
}

const idAt = (time: Date, skew: number) => firstIdAt("aud", time.getTime() + skew);

function present(row: Row) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: {
      type: row.target_type,
      id: row.target_id,
      name: row.target_name,
      present_name: row.present_name,
    },
    filesystem_name: row.filesystem_name,
    address: row.address,
    request_id: row.request_id,
    details: row.details,
    credential:
      row.credential === null ? null : { type: typeOf(row.credential), id: row.credential },
  };
}

/** How a credential is presented, by its id. */
function typeOf(id: string) {
  if (id.startsWith("sess_")) return "session" as const;
  if (id.startsWith("login_")) return "login" as const;
  return id.startsWith("ms_") ? ("mount" as const) : ("api_key" as const);
}
