import { audit, type Auditor } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { Settings } from "@/lib/settings";

type Tx = Prisma.TransactionClient;
type Input = { name: string; ownerId: string; quota: Settings["limits"]["organisation"] };

/**
 * Creates an organisation owned by the caller (spec 4.10).
 * @throws AppError `organisation_limit_reached`, `unauthenticated`
 */
export async function createOrganisation(ctx: UserContext, { name }: { name: string }) {
  const ownerId = ctx.actor.id;
  const { organisation: quota, organisations: limit } = ctx.services.settings.limits;
  return ctx.services.db.$transaction(async (tx) => {
    // Serialises concurrent requests, so that the second counts the first one's organisation.
    await holdCaller(tx, ctx.actor, "change");
    if ((await tx.organisation.count({ where: { created_by: ownerId } })) >= limit)
      throw new AppError("organisation_limit_reached", { limit });
    return addOrganisation(tx, ctx, { name, ownerId, quota });
  });
}

/**
 * Adds an organisation with its first owner, an existing user, within a transaction.
 * @returns the organisation as its owner sees it
 */
export async function addOrganisation(tx: Tx, who: Auditor, { name, ownerId, quota }: Input) {
  const id = newId("org");
  const role = "owner" as const;
  const member = { create: { user_id: ownerId, role } };
  const created_by = typeof who === "string" ? null : who.actor.id;
  const quotas = { byte_quota: quota.bytes, entry_quota: quota.entries };
  const row = await tx.organisation.create({ data: { id, name, created_by, ...quotas, member } });
  const target = { type: "organisation", id };
  await audit(tx, who, { action: "organisation.created", target, orgId: id });
  return {
    id,
    name,
    role,
    second_factor_required: false,
    created_at: row.created_at.toISOString(),
  };
}
