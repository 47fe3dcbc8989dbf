import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { lockMembersAsAdmin } from "./lock-members";
import { getOrganisation } from "./read-organisation";

/**
 * Sets whether members reach the organisation only with a second factor (spec 3.22). It counts with the next request.
 * @throws AppError `forbidden` for anyone but an owner, `second_factor_required` if the owner has none
 */
export async function requireSecondFactor(
  ctx: OrganisationContext,
  { required }: { required: boolean },
) {
  const { actor, orgId, services } = ctx;
  await services.db.$transaction(async (tx) => {
    if ((await lockMembersAsAdmin(tx, ctx)) !== "owner") throw new AppError("forbidden");
    // They cannot remove theirs at the same time: `lockMembers` holds their account.
    const [own] = await tx.$queryRaw<
      { has: boolean }[]
    >`SELECT has_second_factor(${actor.id}) AS has`;
    if (required && own?.has !== true) throw new AppError("second_factor_required");
    const changed = await tx.organisation.updateMany({
      where: { id: orgId, second_factor_required: !required },
      data: { second_factor_required: required },
    });
    if (changed.count === 0) return;
    const target = { type: "organisation", id: orgId };
    const details = { required, before: { required: !required } };
    await audit(tx, ctx, { action: "organisation.second_factor_changed", target, details });
  });
  return getOrganisation(ctx);
}
