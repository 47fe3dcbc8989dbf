import { isId } from "@/lib/contract/common";
import { Prisma } from "@/lib/db/client";

/** What narrows a list of entries; each leaves those that meet it. */
export type Filters = {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

// The expressions of indexes.
const ACTOR = "coalesce(actor_id, 'shell')";
const FILESYSTEM =
  "(CASE target_type WHEN 'filesystem' THEN target_id ELSE details->>'filesystem_id' END)";
const SUPPORT = "(action LIKE 'support.%')";

/** What the entries meet, as conditions of a statement on `audit_entry`. */
export function conditionsOf({ actor, action, target, since, until }: Filters): Prisma.Sql[] {
  return [
    ...(actor === undefined ? [] : [byActor(actor)]),
    ...(action === undefined ? [] : [Prisma.sql`action = ${action}`]),
    ...(target === undefined ? [] : [Prisma.sql`${Prisma.raw(targetColumn(target))} = ${target}`]),
    ...(since === undefined ? [] : [Prisma.sql`at >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`at < ${until}`]),
  ];
}

function byActor(actor: string): Prisma.Sql {
  if (actor === "support") return Prisma.raw(SUPPORT);
  const isActor = Prisma.sql`${Prisma.raw(ACTOR)} = ${indexed(actor)}`;
  const isNameless = actor === "shell" || actor === "service";
  return isNameless ? Prisma.sql`${isActor} AND actor_name = ${actor}` : isActor;
}

/** The filter that leaves the fewest, by its index, as the owner of a page. */
export function ownerOf(orgId: string, { target, actor, action }: Filters) {
  if (target !== undefined) return { org_id: orgId, [targetColumn(target)]: target };
  if (actor === "support") return { org_id: orgId, [SUPPORT]: Prisma.sql`true` };
  if (actor !== undefined) return { org_id: orgId, [ACTOR]: indexed(actor) };
  return { org_id: orgId, ...(action !== undefined && { action }) };
}

/** Of a filesystem, also what was done in it: to its webhooks, its mounts and the access of keys. */
const targetColumn = (id: string) => (isId("fs", id) ? FILESYSTEM : "target_id");

// To the index both are one actor: neither has many entries.
const indexed = (actor: string) => (actor === "service" ? "shell" : actor);
