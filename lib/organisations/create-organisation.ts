import { audit, type Auditor } from "@/lib/audit/record";
import type { Context } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { newId } from "@/lib/ids";

/** Creates an organisation, which the caller owns (spec 4.10). */
export async function createOrganisation(ctx: Context, { name }: { name: string }) {
  const ownerId = ctx.actor.id;
  return ctx.services.db.$transaction((tx) => addOrganisation(tx, ctx, { name, ownerId }));
}

/**
 * Adds an organisation with its first owner, a person who exists, in the transaction of whatever makes it.
 * @returns the organisation as its owner sees it
 */
export async function addOrganisation(
  tx: Prisma.TransactionClient,
  who: Auditor,
  { name, ownerId }: { name: string; ownerId: string },
) {
  const id = newId("org");
  const role = "owner" as const;
  const member = { create: { person_id: ownerId, role } };
  const row = await tx.organisation.create({ data: { id, name, member } });
  const target = { type: "organisation", id };
  await audit(tx, who, { action: "organisation.created", target, orgId: id });
  return { id, name, role, created_at: row.created_at.toISOString() };
}
