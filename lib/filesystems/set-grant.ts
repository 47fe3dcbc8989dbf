import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { holdAccess } from "@/lib/auth/hold-access";
import type { Prisma } from "@/lib/db/client";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError } from "@/lib/errors";

import { endAccess, refuseOwn } from "./end-grant-access";
import { present } from "./list-grants";

type Input = { api_key_id: string; mode: "ro" | "rw" };

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
    const [old] = await tx.$queryRaw<{ mode: string }[]>`
      SELECT mode FROM filesystem_grant
      WHERE api_key_id = ${key.api_key_id} AND filesystem_id = ${key.filesystem_id} FOR NO KEY UPDATE`;
    const row = await tx.filesystem_grant.upsert({
      where: { api_key_id_filesystem_id: key },
      create: { ...key, mode: input.mode, created_by: actorName(ctx.actor) },
      update: { mode: input.mode },
    });
    if (old?.mode === input.mode) return present(row);
    // Losing `rw` ends read-write mounts; webhooks only read (spec 3.15, 4.26).
    if (input.mode === "ro") await endAccess(tx, ctx, input.api_key_id, true);
    await audit(tx, ctx, {
      action: "grant.set",
      target: { type: "api_key", id: input.api_key_id },
      details: {
        filesystem_id: ctx.filesystemId,
        mode: input.mode,
        ...(old && { before: { mode: old.mode } }),
      },
    });
    return present(row);
  });
}

async function holdGranter(tx: Prisma.TransactionClient, ctx: FilesystemContext): Promise<void> {
  await holdAccess(tx, ctx, "rw");
  const { actor, orgId } = ctx;
  if (actor.type !== "user") return;
  const where = { org_id: orgId, user_id: actor.id, role: { in: ["owner", "admin"] } };
  if ((await tx.member.count({ where })) === 0) throw new AppError("forbidden");
}
