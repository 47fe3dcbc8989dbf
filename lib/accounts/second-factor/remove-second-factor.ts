import { sendSecurityEmail } from "@/lib/accounts/send-security-email";
import { audit, type Auditor } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/**
 * Turns the caller's second factor off and ends its recovery codes (spec 4.44).
 * @throws AppError `not_found` without one
 */
export async function removeSecondFactor(ctx: UserContext): Promise<void> {
  const { actor, services } = ctx;
  const removed = await services.db.$transaction((tx) => remove(tx, ctx, actor.id));
  if (!removed) throw new AppError("not_found");
  sendSecurityEmail(services, actor.email, { type: "second_factor", happened: "removed" });
}

/** Turns a user's second factor off from the shell, for someone who lost it. Null: unknown address. */
export async function removeSecondFactorOf(db: Db, email: string) {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (user === null) return null;
    return { id: user.id, removed: await remove(tx, "shell", user.id) };
  });
}

async function remove(
  tx: Prisma.TransactionClient,
  who: Auditor,
  userId: string,
): Promise<boolean> {
  const { count } = await tx.second_factor.deleteMany({
    where: { user_id: userId, confirmed_at: { not: null } },
  });
  if (count === 0) return false;
  await tx.recovery_code.deleteMany({ where: { user_id: userId } });
  await audit(tx, who, { action: "second_factor.removed", target: { type: "user", id: userId } });
  return true;
}
