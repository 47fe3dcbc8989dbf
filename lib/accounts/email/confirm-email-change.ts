import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { hashToken, isToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { setEmail } from "./set-email";

/**
 * Gives the caller's account the address that the link was sent to, which verifies it, and notifies the earlier one
 * (spec 4.48). Only the account that asked for it: a link cannot give someone else's account one's own address.
 * @throws AppError `not_found` for an unknown, used or expired token, or that of another account; `already_exists` if
 *   another account has the address by now
 */
export async function confirmEmailChange(ctx: UserContext, { token }: { token: string }) {
  const { actor, services } = ctx;
  if (!isToken("tmkec_", token)) throw new AppError("not_found");
  const where = {
    user_id: actor.id,
    hash: new Uint8Array(hashToken(token)),
    expires_at: { gt: new Date() },
  };
  const email = await services.db.$transaction(async (tx) => {
    await holdCaller(tx, actor, "change");
    const pending = await tx.email_change.findFirst({ where });
    const { count } = await tx.email_change.deleteMany({ where });
    if (pending === null || count === 0) throw new AppError("not_found");
    await setEmail(tx, ctx, { userId: actor.id, email: pending.email });
    return pending.email;
  });
  sendSecurityEmail(services, actor.email, { type: "email_changed", email });
  return { id: actor.id, email, name: actor.name };
}
