import type { OrganisationContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";
import { firstIdAt } from "@/lib/ids";

export type Filters = {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};
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
 * operator's shell is the actor `shell`.
 */
export async function listAudit(ctx: OrganisationContext, query: Query) {
  const { after, actor, action, target, since, until, limit } = query;
  const conditions = [
    Prisma.sql`org_id = ${ctx.orgId}`,
    ...(after === undefined ? [] : [Prisma.sql`id < ${after}`]),
    ...(actor === undefined ? [] : [isActor(actor)]),
    ...(action === undefined ? [] : [Prisma.sql`action = ${action}`]),
    ...(target === undefined ? [] : [Prisma.sql`target_id = ${target}`]),
    ...(since === undefined ? [] : [isSince(since)]),
    ...(until === undefined ? [] : [isUntil(until)]),
  ];
  const rows = await ctx.services.db.$queryRaw<Row[]>`
    SELECT id, at, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, address, request_id,
      details, credential,
      (SELECT f.name FROM filesystem f WHERE f.id = details->>'filesystem_id') AS filesystem_name
    FROM audit_entry WHERE ${Prisma.join(conditions, " AND ")} ORDER BY id DESC LIMIT ${limit}`;
  return rows.map(present);
}

const isActor = (actor: string) =>
  actor === "shell" ? Prisma.sql`actor_id IS NULL` : Prisma.sql`actor_id = ${actor}`;

// The id bounds let the index skip the rest; `at` is exact.
const isSince = (time: Date) =>
  Prisma.sql`at >= ${time} AND id >= ${firstIdAt("aud", time.getTime() - SKEW_MS)}`;
const isUntil = (time: Date) =>
  Prisma.sql`at < ${time} AND id < ${firstIdAt("aud", time.getTime() + SKEW_MS)}`;

function present(row: Row) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
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
