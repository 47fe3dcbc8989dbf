import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";
import { endLogin } from "@/lib/oauth/device/end-login";

import { endSession } from "./end-session";

/**
 * Ends one of the caller's console sessions, possibly the current one, and the mounts it made (spec 4.4).
 * @throws AppError `not_found` if the caller has no such active session
 */
export async function endOwnSession(ctx: UserContext, { id }: { id: string }): Promise<void> {
  const own = { id, userId: ctx.actor.id, isRevoked: true };
  const ended = await endSession(ctx.services.db, ctx, own);
  if (!ended) throw new AppError("not_found");
}

/**
 * Ends one of the caller's command-line logins, its tokens and the mounts it made (spec 4.4).
 * @throws AppError `not_found` if the caller has no such active login
 */
export async function endOwnLogin(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.services.db.$transaction(async (tx) => {
    const where = { id, user_id: ctx.actor.id, expires_at: { gt: new Date() } };
    const own = await tx.login.findFirst({ where, select: { id: true } });
    if (own === null || !(await endLogin(tx, ctx, { id, reason: "revoked" })))
      throw new AppError("not_found");
  });
}
