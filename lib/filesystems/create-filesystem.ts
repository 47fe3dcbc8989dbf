import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

import { present } from "./read-filesystems";

/** How far it may grow before the organisation's quota is checked; null without such a quota. */
type Allowances = { byte_allowance: bigint | null; entry_allowance: bigint | null };

/**
 * Creates an empty filesystem with the default quotas; an API key that creates one gets an `rw` grant
 * (spec 3.4).
 * @throws AppError `filesystem_limit_reached`
 */
export async function createFilesystem(ctx: OrganisationContext, input: { name: string }) {
  const { actor } = ctx;
  const id = newId("fs");
  const { filesystem: quota, filesystems: limit } = ctx.services.settings.limits;
  return ctx.services.db.$transaction(async (tx) => {
    const allowances = await makeRoom(tx, ctx.orgId, limit);
    const [root] = await tx.$queryRaw<{ id: bigint }[]>`
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
      SELECT ${id}, n.id, 'directory', 493, date_trunc('milliseconds', now()), '"d-' || n.id || '"'
      FROM nextval('node_id') n (id) RETURNING id`;
    if (root === undefined) throw new Error("the root directory was not created");
    const quotas = { byte_quota: quota.bytes, entry_quota: quota.entries };
    const named = { id, org_id: ctx.orgId, name: input.name, root_id: root.id };
    const filesystem = await tx.filesystem.create({ data: { ...named, ...quotas, ...allowances } });
    if (actor.type === "key") {
      const grant = { api_key_id: actor.id, filesystem_id: id, mode: "rw" };
      await tx.filesystem_grant.create({ data: { ...grant, created_by: actorName(actor) } });
    }
    const target = { type: "filesystem", id };
    await audit(tx, ctx, { action: "filesystem.created", target, details: { name: input.name } });
    return present(filesystem);
  });
}

// Serialises creations and quota changes in the organisation until this transaction ends.
async function makeRoom(tx: Prisma.TransactionClient, orgId: string, limit: number) {
  const [allowances] = await tx.$queryRaw<Allowances[]>`
    SELECT CASE WHEN byte_quota IS NOT NULL THEN 0::bigint END AS byte_allowance,
      CASE WHEN entry_quota IS NOT NULL THEN 0::bigint END AS entry_allowance
    FROM organisation WHERE id = ${orgId} FOR NO KEY UPDATE`;
  if (allowances === undefined) throw new AppError("not_found");
  if ((await tx.filesystem.count({ where: { org_id: orgId } })) >= limit)
    throw new AppError("filesystem_limit_reached", { limit });
  return allowances;
}
