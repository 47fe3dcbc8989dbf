import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { hashUserCode } from "./user-code";

/**
 * Approves or denies the login of a user code for the calling user; the first decision is final (spec 4.39).
 * @throws AppError `not_found` for an unknown, expired or decided code; `rate_limited` after too many of
 *   these; `unauthenticated` if the session has just ended
 */
export async function decideDevice(
  ctx: UserContext,
  { user_code: userCode, decision }: { user_code: string; decision: "approved" | "denied" },
): Promise<void> {
  const { codeLimits, db } = ctx.services;
  const guess = { userId: ctx.actor.id, address: ctx.address };
  await codeLimits.countGuess(guess);
  const userId = decision === "approved" ? ctx.actor.id : null;
  const decided = await db.$transaction(async (tx) => {
    await holdCaller(tx, ctx.actor);
    const [row] = await tx.$queryRaw<{ id: bigint; scopes: string[] }[]>`
      UPDATE device_authorization SET status = ${decision}, user_id = ${userId}
      WHERE user_code_hash = ${hashUserCode(userCode)} AND status = 'pending' AND expires_at > clock_timestamp()
      RETURNING id, scopes`;
    if (row === undefined) return null;
    const target = { type: "device_authorization", id: String(row.id) };
    const { scopes } = row;
    await audit(tx, ctx, {
      action: `device_authorization.${decision}`,
      target,
      details: { scopes },
    });
    return { scopes };
  });
  if (decided === null) throw new AppError("not_found");
  await codeLimits.forgetGuess(guess);
  if (decision === "approved")
    sendSecurityEmail(ctx.services, ctx.actor.email, {
      type: "login_approved",
      address: ctx.address,
      ...decided,
    });
}
