import { audit, type Auditor } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { dropUnusedCodes, holdFactors } from "./hold-factors";

/**
 * Removes the caller's authenticator app (spec 4.44); without a passkey the recovery codes end too.
 * @throws AppError `not_found` without one
 */
export async function removeSecondFactor(ctx: UserContext): Promise<void> {
  const { actor, services } = ctx;
  const held = await services.db.$transaction(async (tx) => {
    const before = await holdFactors(tx, actor.id);
    if (!before.app) throw new AppError("not_found");
    await remove(tx, ctx, actor.id);
    return before;
  });
  const happened = held.passkeys > 0 ? "app_removed" : "removed";
  sendSecurityEmail(services, actor.email, { type: "second_factor", happened });
}

/**
 * Removes a user's authenticator app and passkeys from the shell, for someone who lost them. Null: unknown address.
 */
export async function removeSecondFactorOf(db: Db, email: string) {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null) return null;
    const { app, passkeys } = await holdFactors(tx, user.id);
    if (!app && passkeys === 0) return { id: user.id, removed: false };
    await tx.passkey.deleteMany({ where: { user_id: user.id } });
    await remove(tx, "shell", user.id, { passkeys });
    return { id: user.id, removed: true };
  });
}

async function remove(
  tx: Prisma.TransactionClient,
  who: Auditor,
  userId: string,
  details: { passkeys?: number } = {},
): Promise<void> {
  await tx.second_factor.deleteMany({ where: { user_id: userId, confirmed_at: { not: null } } });
  await dropUnusedCodes(tx, userId);
  const target = { type: "user", id: userId };
  await audit(tx, who, { action: "second_factor.removed", target, details });
}
