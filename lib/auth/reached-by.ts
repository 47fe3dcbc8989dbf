import type { OrganisationContext } from "@/lib/auth/context";
import { Prisma } from "@/lib/db/client";

/** The condition on filesystems `f`: all of the organisation, for an API key those it has an rw grant on. */
export const writableBy = (ctx: OrganisationContext) => reachedBy(ctx, ["rw"]);

/** The condition on filesystems `f`: all of the organisation, for an API key those it has a grant on. */
export const readableBy = (ctx: OrganisationContext) => reachedBy(ctx, ["ro", "rw"]);

function reachedBy({ actor, orgId }: OrganisationContext, modes: ("ro" | "rw")[]): Prisma.Sql {
  const own = Prisma.sql`f.org_id = ${orgId}`;
  if (actor.type !== "key") return own;
  return Prisma.sql`${own} AND f.id IN (
    SELECT g.filesystem_id FROM filesystem_grant g WHERE g.api_key_id = ${actor.id} AND g.mode = ANY (${modes}))`;
}
