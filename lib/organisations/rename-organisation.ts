import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { OrganisationContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { getOrganisation } from "./read-organisation";

/** Renames the organisation; names need not be unique (spec 1.11, 4.10). @throws AppError `not_found` */
export async function renameOrganisation(ctx: OrganisationContext, { name }: { name: string }) {
  const { orgId } = ctx;
  await ctx.services.db.$transaction(async (tx) => {
    const [replaced] = await tx.$queryRaw<{ name: string }[]>`
      UPDATE organisation o SET name = ${name} FROM organisation old
      WHERE o.id = ${orgId} AND old.id = o.id RETURNING old.name`;
    if (replaced === undefined) throw new AppError("not_found");
    const details = whatChanged(replaced, { name });
    const target = { type: "organisation", id: orgId };
    if (details !== null) await audit(tx, ctx, { action: "organisation.renamed", target, details });
  });
  return getOrganisation(ctx);
}
