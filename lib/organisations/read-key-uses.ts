import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** How many webhooks and how many mounts are listed; the counts have all. */
const LISTED = 100;

type Use = { id: string; filesystem_id: string; filesystem_name: string; total: number };
type Webhook = Use & { host: string };
type Mount = Use & { mode: "ro" | "rw"; machine: string | null };

const shownOf = ({ id, filesystem_id, filesystem_name }: Use) => ({
  id,
  filesystem_id,
  filesystem_name,
});

/** What ends with an API key (spec 3.15, 3.28). @throws AppError `not_found` */
export async function getKeyUses({ orgId, services }: OrganisationContext, id: string) {
  const where = { id, org_id: orgId, revoked_at: null };
  if (!isId("key", id) || (await services.db.api_key.count({ where })) === 0)
    throw new AppError("not_found");
  return readKeyUses(services.db, id);
}

/** The webhooks that an API key's end disables and the mounts that it ends, oldest first. */
export async function readKeyUses(db: Db, id: string) {
  const creator = `key:${id}`;
  const webhooks = await db.$queryRaw<Webhook[]>`
    SELECT w.id, w.host, f.id AS filesystem_id, f.name AS filesystem_name, count(*) OVER ()::int AS total
    FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
    WHERE w.created_by = ${creator} AND w.disabled_reason IS DISTINCT FROM 'access_revoked'
    ORDER BY w.id LIMIT ${LISTED}`;
  const mounts = await db.$queryRaw<Mount[]>`
    SELECT m.id, m.mode, m.machine, f.id AS filesystem_id, f.name AS filesystem_name, count(*) OVER ()::int AS total
    FROM mount_session m JOIN filesystem f ON f.id = m.filesystem_id
    WHERE m.created_by = ${creator} AND m.ends_at > clock_timestamp()
    ORDER BY m.id LIMIT ${LISTED}`;
  return {
    webhooks: webhooks.map((webhook) => ({ ...shownOf(webhook), host: webhook.host })),
    webhook_count: webhooks[0]?.total ?? 0,
    mounts: mounts.map((mount) => ({
      ...shownOf(mount),
      mode: mount.mode,
      machine: mount.machine,
    })),
    mount_count: mounts[0]?.total ?? 0,
  };
}
