import { audit } from "@/lib/audit/record";
import type { PersonContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { checkOwnPassword } from "./check-own-password";
import { endAccess } from "./end-access";
import { sendSecurityEmail } from "./send-security-email";

type Input = { current_password: string; new_password: string };

/**
 * Sets another password for the caller, who knows the old one. Everything else that acts as the caller ends: other console
 * sessions, command-line logins, mounts and links for a new password (spec 4.6).
 * @throws AppError `forbidden` when the old one is wrong, `rate_limited`, `unavailable`
 */
export async function changePassword(ctx: PersonContext, input: Input): Promise<void> {
  const { actor, services } = ctx;
  const { db, passwords } = services;
  const before = await checkOwnPassword(ctx, input.current_password);
  const after = await passwords.hash(input.new_password);
  await db.$transaction(async (tx) => {
    // Only over the password that was looked at: a reset that came in between wins.
    const { count } = await tx.person.updateMany({
      where: { id: actor.id, password_hash: before },
      data: { password_hash: after },
    });
    if (count === 0) throw new AppError("forbidden");
    const keptSession = actor.credential;
    await endAccess(tx, ctx, { personId: actor.id, keptSession, loginReason: "revoked" });
    const target = { type: "person", id: actor.id };
    await audit(tx, ctx, { action: "password.changed", target });
  });
  sendSecurityEmail(services, actor.email, { type: "password_changed" });
}
