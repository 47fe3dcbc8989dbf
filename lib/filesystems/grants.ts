import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { holdAccess } from "@/lib/auth/hold-access";
import { isId } from "@/lib/contract/common";
import type { Prisma } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError } from "@/lib/errors";

type Input = { api_key_id: string; mode: "ro" | "rw" };
type Row = { api_key_id: string; mode: string; created_by: string; created_at: Date };

/** A filesystem's grants, oldest key first. */
export async function listGrants(
  ctx: FilesystemContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await ctx.services.db.filesystem_grant.findMany({
    where: { filesystem_id: ctx.filesystemId, api_key_id: { gt: page.after ?? "" } },
    orderBy: { api_key_id: "asc" },
    take: page.limit,
  });
  return rows.map(present);
}

/**
 * Grants an API key of the organisation access to the filesystem in a mode (spec 3.4, 4.19).
 * @throws AppError `forbidden` for a key's own grant, `not_found` for a key of another organisation, `unauthenticated`,
 *   `no_grant` or `forbidden` if the caller lost access meanwhile
 */
export async function setGrant(ctx: FilesystemContext, input: Input) {
  refuseOwn(ctx, input.api_key_id);
  // Two keys can set each other's grant, and a deletion locks them all.
  return retryDeadlock(() => setOnce(ctx, input));
}

async function setOnce(ctx: FilesystemContext, input: Input) {
  const key = { api_key_id: input.api_key_id, filesystem_id: ctx.filesystemId };
  return ctx.services.db.$transaction(async (tx) => {
    await holdGranter(tx, ctx);
    const target = await tx.api_key.findFirst({
      where: { id: input.api_key_id, org_id: ctx.orgId, revoked_at: null },
    });
    if (target === null) throw new AppError("not_found");
    const row = await tx.filesystem_grant.upsert({
      where: { api_key_id_filesystem_id: key },
      create: { ...key, mode: input.mode, created_by: actorName(ctx.actor) },
      update: { mode: input.mode },
    });
    // Losing `rw` ends read-write mounts; webhooks only read (spec 3.15, 4.26).
    if (input.mode === "ro") await endAccess(tx, ctx, input.api_key_id, true);
    await audit(tx, ctx, {
      action: "grant.set",
      target: { type: "api_key", id: input.api_key_id },
      details: { filesystem_id: ctx.filesystemId, mode: input.mode },
    });
    return present(row);
  });
}

/** Removes a key's grant; its webhooks on the filesystem end in the same transaction. */
export async function removeGrant(ctx: FilesystemContext, keyId: string): Promise<void> {
  if (!isId("key", keyId)) throw new AppError("not_found");
  refuseOwn(ctx, keyId);
  await ctx.services.db.$transaction(async (tx) => {
    const { count } = await tx.filesystem_grant.deleteMany({
      where: { api_key_id: keyId, filesystem_id: ctx.filesystemId },
    });
    if (count === 0) throw new AppError("not_found");
    await endAccess(tx, ctx, keyId, false);
    await audit(tx, ctx, {
      action: "grant.removed",
      target: { type: "api_key", id: keyId },
      details: { filesystem_id: ctx.filesystemId },
    });
  });
}

async function holdGranter(tx: Prisma.TransactionClient, ctx: FilesystemContext): Promise<void> {
  await holdAccess(tx, ctx, "rw");
  const { actor, orgId } = ctx;
  if (actor.type !== "user") return;
  const where = { org_id: orgId, user_id: actor.id, role: { in: ["owner", "admin"] } };
  if ((await tx.member.count({ where })) === 0) throw new AppError("forbidden");
}

async function endAccess(
  tx: Prisma.TransactionClient,
  { orgId, filesystemId }: FilesystemContext,
  keyId: string,
  readingStays: boolean,
): Promise<void> {
  await tx.$executeRaw`SELECT access_ended(${`key:${keyId}`}, ${orgId}, ${filesystemId}, ${readingStays})`;
}

function refuseOwn(ctx: FilesystemContext, keyId: string): void {
  if (keyId === ctx.actor.id) throw new AppError("forbidden");
}

function present(row: Row) {
  const { api_key_id, created_by } = row;
  const mode = row.mode === "rw" ? ("rw" as const) : ("ro" as const);
  return { api_key_id, mode, created_by, created_at: row.created_at.toISOString() };
}
