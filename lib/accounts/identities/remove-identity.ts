import { audit } from "@/lib/audit/record";
import type { PersonContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/**
 * Disconnects an identity from the caller's account. Sessions that it opened go on: they are ended by themselves
 * (spec 4.5).
 * @throws AppError `not_found` when the caller has no such identity
 */
export async function removeIdentity(ctx: PersonContext, { id }: { id: string }): Promise<void> {
  await ctx.services.db.$transaction(async (tx) => {
    const { count } = await tx.identity.deleteMany({ where: { id, person_id: ctx.actor.id } });
    if (count === 0) throw new AppError("not_found");
    await audit(tx, ctx, { action: "identity.removed", target: { type: "identity", id } });
  });
}
