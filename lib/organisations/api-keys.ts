import { actorName, type Mode, type Permission } from "@/lib/auth/actor";
import { addApiKey, presentApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Scope } from "@/lib/contract/scopes";
import { oldestOf } from "@/lib/db/page-of-owner";
import { AppError, InvalidInput } from "@/lib/errors";

import { lockMembersAsAdmin } from "./lock-members";
import { notifyOfKey } from "./notify-of-access";

type Input = {
  name: string;
  permissions: Permission[];
  scopes: Scope[];
  expires_at: string | null;
};

type Listed = Parameters<typeof presentApiKey>[0] & {
  created_by_name: string | null;
  grant_count: number;
  filesystems: { id: string; name: string; mode: Mode }[];
};

/** An organisation's active API keys, oldest first (spec 4.14). */
export async function listOrganisationKeys(
  ctx: OrganisationContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.$queryRaw<Listed[]>`
    SELECT k.id, k.name, k.last4, k.permissions, k.scopes, k.created_by, k.created_at, k.expires_at,
      k.previous_expires_at, k.last_used_at,
      creator_name(k.created_by) AS created_by_name,
      (SELECT count(*)::int FROM filesystem_grant g WHERE g.api_key_id = k.id) AS grant_count,
      (SELECT coalesce(json_agg(o), '[]') FROM (
        SELECT f.id, f.name, g.mode FROM filesystem_grant g JOIN filesystem f ON f.id = g.filesystem_id
        WHERE g.api_key_id = k.id AND f.org_id = ${ctx.orgId} ORDER BY g.filesystem_id LIMIT 3) o) AS filesystems
    FROM api_key k WHERE k.revoked_at IS NULL AND ${oldestOf({ "k.org_id": ctx.orgId }, "k.id", page)}`;
  return rows.map((row) => ({
    ...presentApiKey(row),
    created_by_name: row.created_by_name,
    grant_count: row.grant_count,
    filesystems: row.filesystems,
  }));
}

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
