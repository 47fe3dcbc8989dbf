import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { checkOwnPassword } from "./check-own-password";
import { endAccess } from "./end-access";
import { refuseWeakPassword } from "./refuse-weak-password";

type Input = { current_password: string; new_password: string };

/**
 * Changes the caller's password, given the current one. Ends the caller's other console sessions,
 * command-line logins, mounts and password reset links (spec 4.6).
 * @throws AppError `forbidden` for a wrong current password, `rate_limited`, `unavailable`
 */
export async function changePassword(ctx: UserContext, input: Input): Promise<void> {
  const { actor, services } = ctx;
  const { db, passwords } = services;
  const before = await checkOwnPassword(ctx, input.current_password);
  await refuseWeakPassword(input.new_password, "new_password", [actor.email, actor.name]);
  const after = await passwords.hash(input.new_password);
  await db.$transaction(async (tx) => {
    await holdCaller(tx, actor, "change");
    // Only if the checked password is still set: a concurrent reset wins.
    const { count } = await tx.user.updateMany({
      where: { id: actor.id, password_hash: before },
      data: { password_hash: after },
    });
    if (count === 0) throw new AppError("forbidden");
    const keptSession = actor.credential;
    await endAccess(tx, ctx, { userId: actor.id, keptSession, loginReason: "revoked" });
    const target = { type: "user", id: actor.id };
    await audit(tx, ctx, { action: "password.changed", target });
  });
  sendSecurityEmail(services, actor.email, { type: "password_changed" });
}
