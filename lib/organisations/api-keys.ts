import { actorName, type Permission } from "@/lib/auth/actor";
import { addApiKey, presentApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Scope } from "@/lib/contract/scopes";
import { AppError, InvalidInput } from "@/lib/errors";

import { lockMembersAsAdmin } from "./lock-members";
import { notifyOfKey } from "./notify-of-access";

type Input = {
  name: string;
  permissions: Permission[];
  scopes: Scope[];
  expires_at: string | null;
};

/** An organisation's active API keys, oldest first (spec 4.14). */
export async function listOrganisationKeys(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const { db } = ctx.services;
  const rows = await db.api_key.findMany({
    where: { org_id: ctx.orgId, id: { gt: page.after ?? "" }, revoked_at: null },
    orderBy: { id: "asc" },
    take: page.limit,
  });
  const ids = rows.map(({ id }) => id);
  const granted = await db.filesystem_grant.groupBy({
    by: ["api_key_id"],
    where: { api_key_id: { in: ids } },
    _count: true,
  });
  const counts = new Map(granted.map(({ api_key_id, _count: count }) => [api_key_id, count]));
  const filesystems = await readOldestGrants(ctx, ids);
  const creators = await db.user.findMany({
    where: { id: { in: rows.map(creatorOf) } },
    select: { id: true, name: true },
  });
  const names = new Map(creators.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...presentApiKey(row),
    created_by_name: names.get(creatorOf(row)) ?? null,
    grant_count: counts.get(row.id) ?? 0,
    filesystems: filesystems.flatMap(({ api_key_id: keyId, ...filesystem }) =>
      keyId === row.id ? [filesystem] : [],
    ),
  }));
}

/** The filesystems that keys have access to, the oldest three of each key. */
const readOldestGrants = ({ services, orgId }: OrganisationContext, keyIds: string[]) =>
  services.db.$queryRaw<{ api_key_id: string; id: string; name: string }[]>`
    SELECT k.id AS api_key_id, g.id, g.name FROM unnest(${keyIds}::text[]) AS k (id)
    CROSS JOIN LATERAL (
      SELECT f.id, f.name FROM filesystem_grant x JOIN filesystem f ON f.id = x.filesystem_id
      WHERE x.api_key_id = k.id AND f.org_id = ${orgId} ORDER BY x.filesystem_id LIMIT 3) g`;

const creatorOf = (row: { created_by: string }) => row.created_by.replace(/^user:/, "");

/** What an active key has access to, oldest filesystem first (spec 4.14). @throws AppError `not_found` */
export async function listKeyGrants(
  { orgId, services }: OrganisationContext,
  id: string,
  page: { limit: number; after?: string | undefined },
) {
  const where = { id, org_id: orgId, revoked_at: null };
  if (!isId("key", id) || (await services.db.api_key.count({ where })) === 0)
    throw new AppError("not_found");
  const rows = await services.db.filesystem_grant.findMany({
    where: { api_key_id: id, filesystem_id: { gt: page.after ?? "" } },
    orderBy: { filesystem_id: "asc" },
    take: page.limit,
    include: { filesystem: { select: { name: true } } },
  });
  return rows.map((row) => ({
    filesystem_id: row.filesystem_id,
    filesystem_name: row.filesystem.name,
    mode: row.mode === "ro" ? ("ro" as const) : ("rw" as const),
    created_at: row.created_at.toISOString(),
  }));
}

/**
 * Creates an API key of the organisation; it outlives its creator's membership (spec 3.3).
 * @returns the key with its secret, which is not shown again
 * @throws InvalidInput for an expiry in the past; AppError `forbidden` or `not_found` if the caller lost the
 *   role meanwhile, `api_key_limit_reached`
 */
export async function createOrganisationKey(ctx: OrganisationContext, input: Input) {
  const expiresAt = readExpiry(input.expires_at);
  const created = await ctx.services.db.$transaction(async (tx) => {
    await lockMembersAsAdmin(tx, ctx);
    const limit = ctx.services.settings.limits.apiKeys;
    if ((await tx.api_key.count({ where: { org_id: ctx.orgId, revoked_at: null } })) >= limit)
      throw new AppError("api_key_limit_reached", { limit });
    const { name, permissions, scopes } = input;
    const { orgId, actor } = ctx;
    const createdBy = actorName(actor);
    return addApiKey(tx, ctx, { orgId, name, permissions, scopes, expiresAt, createdBy });
  });
  await notifyOfKey(ctx, { happened: "created", name: input.name });
  return created;
}

/** When a key is to expire. @throws InvalidInput for a time in the past */
export function readExpiry(given: string | null): Date | null {
  const at = given === null ? null : new Date(given);
  if (at === null || at.getTime() > Date.now()) return at;
  const loc = ["body", "expires_at"];
  throw new InvalidInput([{ loc, msg: "must be in the future", type: "too_small" }]);
}

/** Revokes a key permanently; its webhooks and mounts end immediately (spec 4.14). @throws AppError `not_found` */
export async function revokeOrganisationKey(ctx: OrganisationContext, id: string): Promise<void> {
  if (!isId("key", id)) throw new AppError("not_found");
  const revoked = await revokeApiKey(ctx.services.db, ctx, { id, orgId: ctx.orgId });
  if (!revoked) throw new AppError("not_found");
}
