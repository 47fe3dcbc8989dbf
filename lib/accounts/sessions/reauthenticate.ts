import { checkOwnPassword } from "@/lib/accounts/check-own-password";
import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/**
 * Confirms the password of the caller's console session; actions that need a recent sign-in are then allowed
 * for ten minutes.
 * @throws AppError `forbidden` for a wrong password, `unauthenticated` if the session has just ended,
 *   `rate_limited`, `unavailable`
 */
export async function reauthenticate(
  ctx: UserContext,
  input: { current_password: string },
): Promise<void> {
  await checkOwnPassword(ctx, input.current_password);
  await recordConfirmation(ctx, "password");
}

/** Records that the caller has just confirmed who they are. @throws AppError `unauthenticated` if the session has ended */
export async function recordConfirmation(
  ctx: UserContext,
  by: "password" | "passkey",
): Promise<void> {
  const id = ctx.actor.credential;
  await ctx.services.db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE session SET authenticated_at = clock_timestamp() WHERE id = ${id} AND ended_at IS NULL`;
    if (count === 0) throw new AppError("unauthenticated");
    const target = { type: "session", id };
    await audit(tx, ctx, { action: "session.reauthenticated", target, details: { by } });
  });
}
