import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";

import { getOrganisation } from "./read-organisation";

/** Renames the organisation; names need not be unique (spec 1.11, 4.10). @throws AppError `not_found` */
export async function renameOrganisation(ctx: OrganisationContext, { name }: { name: string }) {
  const { orgId } = ctx;
  await ctx.services.db.$transaction(async (tx) => {
    await tx.organisation.updateMany({ where: { id: orgId }, data: { name } });
    const target = { type: "organisation", id: orgId };
    await audit(tx, ctx, { action: "organisation.renamed", target });
  });
  return getOrganisation(ctx);
}
