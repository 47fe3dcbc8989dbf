import { endAccess } from "@/lib/accounts/end-access";
import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";

/** Ends the caller's other console sessions, their command-line logins, mounts and reset links (spec 4.4). */
export async function endOtherAccess(ctx: UserContext): Promise<void> {
  const { id: userId, credential } = ctx.actor;
  await ctx.services.db.$transaction(async (tx) => {
    // New sessions wait for the row.
    await tx.$queryRaw`SELECT FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    await endAccess(tx, ctx, { userId, keptSession: credential, loginReason: "revoked" });
    const target = { type: "user", id: userId };
    await audit(tx, ctx, { action: "user.others_signed_out", target });
  });
}
